import { watch } from 'node:fs'
import { join } from 'node:path'

/** Editors write a file in several steps, and tools write several files. */
const quietMs = 150

/**
 * Calls `rebuild` after a change of a source file below the folders, never concurrently. Returns a function that stops it.
 *
 * `rebuild` has to report its failures itself.
 */
export const rebuildOnChange = (folders: readonly string[], rebuild: () => Promise<void>): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  let isBuilding = false
  let isDue = false

  const run = async (): Promise<void> => {
    isDue = true
    if (isBuilding) return
    isBuilding = true
    while (isDue) {
      isDue = false
      await rebuild()
    }
    isBuilding = false
  }
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_, file) => {
      if (file === null || join(folder, file).includes('node_modules') || !/\.(ts|tsx|css|html)$/.test(file)) return
      clearTimeout(timer)
      timer = setTimeout(() => void run(), quietMs)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
