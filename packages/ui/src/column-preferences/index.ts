export {
  chooserOrder,
  moveColumn,
  preferencesFromText,
  preferencesToText,
  shownColumns,
  toggleColumn,
  usualColumns,
  withWidth,
  type ColumnPreferences,
  type Density,
  type OfferedColumn,
} from './column-preferences.ts'
