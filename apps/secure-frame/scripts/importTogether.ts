/** A chunk as the bundler writes it. `fileName` and `imports` are paths in the output folder; `imports` are the static ones. */
export type ImportingChunk = { readonly fileName: string; readonly imports: readonly string[]; readonly code: string }

const dynamicImport = /\bimport\(\s*(["'`])\.\/([^"'`]+)\1\s*\)/g

const split = (path: string): { folder: string; name: string } => {
  const at = path.lastIndexOf('/') + 1
  return { folder: path.slice(0, at), name: path.slice(at) }
}

/**
 * Replaces each `import()` of a chunk by one `import()` for it and for each chunk that it needs. Returns the new code by `fileName`.
 *
 * WebKit (tested: 2.50) applies the integrity of an import map to the target of `import()`, but not to that chunk's static imports:
 * under a policy that lists scripts by hash it blocks those. A module that is already requested isn't requested again, so it isn't
 * blocked. In every browser all of them load at once, whereas static imports are found only when their importer has loaded.
 *
 * `entry`: the chunk that every document has loaded before any other.
 */
export const importTogether = (chunks: readonly ImportingChunk[], entry: string): Map<string, string> => {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  /** Yields the chunk and its direct and indirect imports, each after its own imports. */
  const needed = (fileName: string, found = new Set<string>()): Set<string> => {
    for (const imported of byName.get(fileName)?.imports ?? [])
      if (imported !== entry && !found.has(imported)) needed(imported, found)
    return found.add(fileName)
  }
  const rewrite = ({ code, fileName }: ImportingChunk): string => {
    const { folder } = split(fileName)
    const targets = new Map<string, readonly string[]>()
    for (const [, , name = ''] of code.matchAll(dynamicImport)) {
      const files = [...needed(folder + name)].map((file) => split(file).name)
      if (files.length > 1) targets.set(name, files)
    }
    if (targets.size === 0) return code
    const names = [...targets.keys()]
    const files = [...new Set([...targets.values()].flat())]
    const table = [...targets.values()].map((each) => each.map((file) => files.indexOf(file)))
    const load = `const $files=${JSON.stringify(files)},$needed=${JSON.stringify(table)},$load=async t=>(await Promise.all($needed[t].map(f=>import("./"+$files[f])))).at(-1);`
    return (
      load +
      code.replace(dynamicImport, (whole, _quote, name: string) =>
        targets.has(name) ? `$load(${names.indexOf(name)})` : whole,
      )
    )
  }
  return new Map(chunks.map((chunk) => [chunk.fileName, rewrite(chunk)]))
}
