import { describe, expect, it } from 'vitest'
import { changed, choicesOf, defaultSettings, palette, readSettings } from './settings.ts'

describe('the settings of the console (1-shell.md §2.8)', () => {
  it('offers eight colours and begins with the default blue, side menu, fixed width, several tabs', () => {
    expect(palette).toHaveLength(8)
    expect(defaultSettings).toMatchObject({
      colour: '#1890FF',
      layout: 'sidemenu',
      contentWidth: 'Fixed',
      multiTab: true,
    })
  })

  it('reads nothing aloud until somebody chooses it (security.md V27)', () => {
    expect(defaultSettings.readAloud).toBe(false)
    expect(readSettings({ readAloud: 'yes' }).readAloud).toBe(false)
    expect(readSettings({ readAloud: true }).readAloud).toBe(true)
  })

  it('offers the fluid width only with the top menu, and takes it back with the side menu', () => {
    const top = changed(defaultSettings, { layout: 'topmenu', contentWidth: 'Fluid' })
    expect(top.contentWidth).toBe('Fluid')
    expect(changed(top, { layout: 'sidemenu' }).contentWidth).toBe('Fixed')
    expect(changed(defaultSettings, { contentWidth: 'Fluid' }).contentWidth).toBe('Fixed')
  })

  it('hides the header only while it is fixed', () => {
    const hiding = changed(changed(defaultSettings, { fixedHeader: true }), { autoHideHeader: true })
    expect(hiding.autoHideHeader).toBe(true)
    expect(changed(hiding, { fixedHeader: false }).autoHideHeader).toBe(false)
    expect(choicesOf(defaultSettings).autoHideHeader).toBe(false)
  })

  it('cannot fix a side menu that the top layout does not have', () => {
    const side = changed(defaultSettings, { fixedSider: true })
    expect(changed(side, { layout: 'topmenu' }).fixedSider).toBe(false)
  })

  it('reads what was stored and leaves out what cannot be chosen', () => {
    expect(readSettings({ layout: 'topmenu', colour: 'red', density: 'compact', evil: 1 })).toEqual({
      ...defaultSettings,
      layout: 'topmenu',
      density: 'compact',
    })
    for (const broken of [null, 'x', [], { fixedHeader: 'yes' }])
      expect(readSettings(broken)).toEqual(defaultSettings)
  })
})
