import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Settings } from './readSettings.ts'
import { templates } from './templates.ts'

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
  )

/**
 * Writes an app: the files of its template and those that all share, with the values in place. Returns their paths in its folder.
 * A file that is there is never replaced. Throws errors of the file system.
 */
export const writeApp = ({ folder, template, values }: Settings, templatesFolder: string): string[] => {
  const known: Readonly<Record<string, string>> = { ...values, SETTINGS: templates[template].settings }
  // The only value with characters that JSON escapes is a path, and package.json the only file that has it.
  const fill = (text: string): string =>
    text.replace(/%([A-Z_]+)%/g, (whole, name) => JSON.stringify(known[name] ?? whole).slice(1, -1))
  const files = ['shared', template].flatMap((part) => {
    const source = join(templatesFolder, part)
    // npm packs no file named .gitignore.
    return filesIn(source).map((path) => ({
      path: relative(source, path).replace(/^gitignore$/, '.gitignore'),
      text: fill(readFileSync(path, 'utf8')),
    }))
  })
  for (const { path, text } of files) {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text, { flag: 'wx' })
  }
  return files.map(({ path }) => path).toSorted()
}
