export { CommandPalette, type PaletteGroup } from './CommandPalette.tsx'
