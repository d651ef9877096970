/** What a page of AG Grid Community needs to show, edit, sort and tick such rows. */
export {
  CheckboxEditorModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  createGrid,
  DateEditorModule,
  ModuleRegistry,
  NumberEditorModule,
  RowApiModule,
  RowSelectionModule,
  SelectEditorModule,
  TextEditorModule,
  themeQuartz,
  UndoRedoEditModule,
} from 'ag-grid-community'
