import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

/** The suffix of a CommonJS file's path: the module that names the file's exports. */
const suffix = '?named'

/**
 * Serves React's packages as modules with named exports. They are published as CommonJS, and a bundle reads every export
 * of that at each use: `(0,react.jsx)(…)`, more than a thousand times. A named one is bound once and called by its name.
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
    // In functions marked as pure, so that an unused name is omitted.
    const exported = names.map((name) => `export const ${name} = /* @__PURE__ */ (() => named.${name})()`)
    return [`const named = require(${JSON.stringify(file)})`, ...exported].join('\n')
  },
})
