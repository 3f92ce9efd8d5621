import { fileURLToPath } from 'node:url'

/**
 * Environment of a Node process of ours, with the folder of other caches: what was compiled once need not be again, which is
 * a third of the time that such a process takes to start.
 */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../../node_modules/.cache/latchkey/compiled', import.meta.url)),
}
