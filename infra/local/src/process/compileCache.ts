import { fileURLToPath } from 'node:url'

/** The environment of our Node processes, with the folder of other caches: the compile cache saves a third of their start time. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../../node_modules/.cache/latchkey/compiled', import.meta.url)),
}
