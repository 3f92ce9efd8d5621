import { statSync } from 'node:fs'

/**
 * Returns what a file says, which is read again when it changes. A file that is damaged while the service runs keeps the last good
 * content, and `onBadFile` gets the reason. Throws what `read` throws at the start.
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
