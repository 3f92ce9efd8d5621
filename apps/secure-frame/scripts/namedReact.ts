import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

/** Behind the path of a CommonJS file: the module that names what the file exports. */
const suffix = '?named'

/**
 * React's packages as modules that name their exports. They are published as CommonJS, of which a bundle reads every export
 * anew at every use: `(0,react.jsx)(…)`, more than a thousand times. A named one is bound once and called by its name.
 */
export const namedReact = (): Plugin => ({
  name: 'named-react',
  enforce: 'pre',
  async resolveId(source, importer) {
    const isOurs = importer !== undefined && !/[\\/]node_modules[\\/]/.test(importer)
    if (!isOurs || !/^react(?:-dom)?(?:\/|$)/.test(source)) return null
    const resolved = await this.resolve(source, importer, { skipSelf: true })
    return resolved === null ? null : `${resolved.id}${suffix}`
  },
  load(id) {
    if (!id.endsWith(suffix)) return null
    const file = id.slice(0, -suffix.length)
    const names = Object.keys(require(file)).filter((name) => /^[A-Za-z]+$/.test(name))
    // In functions marked as pure, so that a name which nobody imports is left out.
    const exported = names.map((name) => `export const ${name} = /* @__PURE__ */ (() => named.${name})()`)
    return [`const named = require(${JSON.stringify(file)})`, ...exported].join('\n')
  },
})
