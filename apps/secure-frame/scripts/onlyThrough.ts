/** What is read of a chunk of the bundle. */
export type ChunkLinks = {
  readonly fileName: string
  readonly isEntry: boolean
  /** The module that a dynamic import of this chunk asks for; null of chunks that others share. */
  readonly facadeModuleId: string | null
  readonly imports: readonly string[]
  readonly dynamicImports: readonly string[]
}

/** Names of the chunks that an entry loads only by way of dynamic imports of these modules: whoever needs none loads none. */
export const onlyThrough = (chunks: readonly ChunkLinks[], isGate: (moduleId: string) => boolean): string[] => {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const isOpen = (name: string): boolean => !isGate(byName.get(name)?.facadeModuleId ?? '')
  const reached = new Set<string>()
  const reach = (name: string): void => {
    const chunk = byName.get(name)
    if (chunk === undefined || reached.has(name)) return
    reached.add(name)
    for (const next of [...chunk.imports, ...chunk.dynamicImports.filter(isOpen)]) reach(next)
  }
  for (const { fileName, isEntry } of chunks) if (isEntry) reach(fileName)
  return chunks.flatMap(({ fileName }) => (reached.has(fileName) ? [] : [fileName]))
}
