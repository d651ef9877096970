import { parseSync, Visitor } from 'vite'
import type { Plugin } from 'vite'

/** Makers of style hooks in antd; the second argument of each writes a style sheet at run time. */
const styleMakers = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook'])

/**
 * Leaves the style sheets that antd would write at run time out of the build. The theme says `zeroRuntime`: they come
 * from antd.css and none of these functions is ever called. The functions that compute the variables stay.
 */
export function withoutRuntimeStyles(): readonly Plugin[] {
  return [withoutStyleSheets, withoutStyleCompiler]
}

/** The icons bring their own sheet, and it is all that would still be compiled. */
const withoutStyleCompiler = standIn({
  name: 'without-style-compiler',
  source: 'stylis',
  importer: /[\\/]@ant-design[\\/]cssinjs[\\/]es[\\/]hooks[\\/]useStyleRegister\.js$/,
  code: `
    const nothing = () => ''
    export { nothing as compile, nothing as middleware, nothing as prefixer, nothing as serialize, nothing as stringify }`,
})

const withoutStyleSheets: Plugin = {
  name: 'without-runtime-styles',
  apply: 'build',
  transform: {
    filter: {
      id: /[\\/]node_modules[\\/]antd[\\/]es[\\/].*\.js$/,
      code: /\bgen\w*(Hooks|Component|StyleHook)\(/,
    },
    handler(code, id) {
      const sheets: { readonly start: number; readonly end: number }[] = []
      const visitor = new Visitor({
        CallExpression({ callee, arguments: [, sheet] }) {
          if (sheet && callee.type === 'Identifier' && styleMakers.has(callee.name)) sheets.push(sheet)
        },
      })
      visitor.visit(parseSync(id, code).program)
      return sheets.reduceRight(
        (text, { start, end }) => `${text.slice(0, start)}() => []${text.slice(end)}`,
        code,
      )
    },
  },
}

/**
 * Leaves the menus of column filters out of antd's table: our lists filter on the server, by the form above them. With
 * them goes the tree of choices, on every list. A column that asks for filters fails loudly.
 */
export function withoutColumnFilters(): Plugin {
  return standIn({
    name: 'without-column-filters',
    source: './FilterDropdown',
    importer: /[\\/]antd[\\/]es[\\/]table[\\/]hooks[\\/]useFilter[\\/]index\.js$/,
    code: `
      const leftOut = () => { throw new Error('column filters are left out of this build (build/left-out.ts)') }
      export { leftOut as default, leftOut as flattenKeys }`,
  })
}

/**
 * Some files of antd name a whole library for a function or two of it, and every list would bring along all forms, trees
 * and panels. Here they name what they use.
 */
export function withDirectImports(): readonly Plugin[] {
  return [
    standIn({
      name: 'form-context',
      source: '@rc-component/form',
      importer: /[\\/]antd[\\/]es[\\/]form[\\/]context\.js$/,
      code: `export { FormProvider } from '@rc-component/form/es/FormContext'`,
    }),
    standIn({
      name: 'form-names',
      source: '../form/hooks/useForm',
      importer: /[\\/]antd[\\/]es[\\/]radio[\\/]group\.js$/,
      code: `
        import { toArray } from 'antd/es/form/util'
        export const toNamePathStr = (name) => toArray(name).join('_')`,
    }),
    standIn({
      // Whether black or white text stands out on a colour, asked once per theme.
      name: 'bright-colours',
      source: '../../color-picker/components/ColorPresets',
      importer: /[\\/]antd[\\/]es[\\/](button[\\/]style[\\/]token|tag[\\/]style[\\/]index)\.js$/,
      code: `
        import { FastColor } from '@ant-design/fast-color'
        export const isBright = (colour) => new FastColor(colour.toRgbString()).getBrightness() > 192`,
    }),
  ]
}

/** Leaves parts out that every list brings along and none of our pages draws; drawing one fails loudly. */
export function withoutUndrawnParts(): readonly Plugin[] {
  const leftOut = (name: string) =>
    `() => { throw new Error('${name} left out of this build (build/left-out.ts)') }`
  return [
    standIn({
      name: 'without-virtual-tables',
      source: './VirtualTable',
      importer: /[\\/]@rc-component[\\/]table[\\/]es[\\/]index\.js$/,
      code: `
        const leftOut = ${leftOut('virtual tables are')}
        export const genVirtualTable = () => leftOut
        export { leftOut as default }`,
    }),
    standIn({
      name: 'without-code-boxes',
      source: './OTP',
      importer: /[\\/]antd[\\/]es[\\/]input[\\/]index\.js$/,
      code: `export default ${leftOut('Input.OTP is')}`,
    }),
    standIn({
      name: 'without-ribbons',
      source: './Ribbon',
      importer: /[\\/]antd[\\/]es[\\/]badge[\\/]index\.js$/,
      code: `export default ${leftOut('Badge.Ribbon is')}`,
    }),
  ]
}

/**
 * Leaves ticking a row together with all rows below it out of antd's table, and with it the tree. Each row of ours is
 * ticked alone; a table that asks for more (`checkStrictly: false`) fails loudly.
 */
export function withoutTickingBranches(): Plugin {
  return standIn({
    name: 'without-ticking-branches',
    source: '@rc-component/tree',
    importer: /[\\/]antd[\\/]es[\\/]table[\\/]hooks[\\/]useSelection\.js$/,
    code: `
      const leftOut = () => { throw new Error('ticking branches is left out of this build (build/left-out.ts)') }
      export { leftOut as conductCheck, leftOut as convertDataToEntities }
      export const arrAdd = (keys = [], key) => [...new Set([...keys, key])]
      export const arrDel = (keys = [], key) => keys.filter((one) => one !== key)`,
  })
}

/**
 * Names for a debugger and calls nobody marked as free of effects keep links, forms and prefetching of the router in the
 * build, none of which we draw. Without the names, and with the calls marked, what is not used goes.
 */
export function withoutUnusedRouter(): Plugin {
  return {
    name: 'without-unused-router',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]node_modules[\\/]react-router[\\/]dist[\\/].*\.mjs$/ },
      handler: (code) =>
        code
          .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
          .replaceAll(/^(var \w+ = )(?=\w+\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ '),
    },
  }
}

/** How the DOM renderer holds back what has come, ms after a place began to wait for it. */
const heldReveal = 'globalMostRecentFallbackTime + 300 - now()'

/**
 * Shows a page, a dialog or a chart as soon as its code is there. The renderer holds back whatever comes within 300 ms after any
 * place began to wait, so that spinners do not flash: no first opening took less, and one with a chart in it twice as much. Ours
 * appear after 200 ms (`LoadingState`), so none flashes.
 */
export function withoutHeldReveals(): Plugin {
  return {
    name: 'without-held-reveals',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]react-dom[\\/]cjs[\\/]react-dom-client\.production\.js$/ },
      handler(code) {
        if (code.split(heldReveal).length !== 2)
          throw new Error(
            'the renderer holds back in another way: see withoutHeldReveals (build/left-out.ts)',
          )
        return code.replace(heldReveal, 'globalMostRecentFallbackTime - now()')
      },
    },
  }
}

/**
 * Leaves the schema library out of the endpoints: the server checks inputs, the console reads method and path only. What
 * stands there for `z` gives itself, whatever is asked of it, and fails loudly when something is to be checked by it.
 */
export function withoutInputSchemas(): Plugin {
  return standIn({
    name: 'without-input-schemas',
    source: 'zod',
    importer: /[\\/]contract[\\/]src[\\/](endpoints[\\/]|endpoint\.ts$)/,
    code: `
      const get = (_, name) => {
        if (/^(safeP|p)arse/.test(String(name)))
          throw new Error('input schemas are left out of this build (build/left-out.ts)')
        return z
      }
      export const z = new Proxy(() => z, { get, apply: () => z })`,
  })
}

/** Gives the importers of a module another one in its place. */
function standIn(options: { name: string; source: string; importer: RegExp; code: string }): Plugin {
  const id = `\0${options.name}`
  return {
    name: options.name,
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer = '') =>
      source === options.source && options.importer.test(importer) ? id : null,
    load: (asked) => (asked === id ? options.code : null),
  }
}
