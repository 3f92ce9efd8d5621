import { statSync } from 'node:fs'

/**
 * Returns a function that returns a file's parsed content, and reloads it when it changes. If the file becomes invalid while the service
 * runs, the last good content stays, and `onBadFile` gets the reason. Throws what `read` throws at startup.
 */
export function watchFile<content>(
  file: string,
  read: (file: string) => content,
  onBadFile: (reason: string) => void,
): () => content {
  let stamp = stampOf(file)
  let content = read(file)
  return () => {
    const next = stampOf(file)
    if (next === stamp) return content
    stamp = next
    try {
      content = read(file)
    } catch (error) {
      onBadFile(error instanceof Error ? error.message : 'unreadable')
    }
    return content
  }
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? 'absent' : `${stat.mtimeMs} ${stat.size} ${stat.ino}`
}
