import { lstatSync, readdirSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isTemplateName, type TemplateName, templateNames } from './templates.ts'
import { UsageError } from './UsageError.ts'

/** What the templates have between percent signs. */
type Values = Readonly<Record<'NAME' | 'PROJECT' | 'FRAME_URL' | 'API_URL' | 'KIT', string>>

/** The checked command line: where the app goes, from which template, and its addresses. */
export type Settings = {
  /** Absolute path. It is empty, or isn't there yet. */
  readonly folder: string
  readonly template: TemplateName
  readonly values: Values
}

/** The command line and its surroundings. */
export type SettingsOptions = {
  readonly args: readonly string[]
  /** The folder that relative paths start from. */
  readonly from: string
  /** The version of the modal that an app gets without `--kit`. */
  readonly version: string
  /** Asks the user; absent without a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
}

/** The local stack, as `npm start` in a clone of Latchkey prints it. */
export const defaults = { frameUrl: 'http://localhost:3001', apiUrl: 'http://localhost:3002', project: 'demo' } as const

const choices = templateNames.join(', ')

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        template: { type: 'string' },
        'frame-url': { type: 'string', default: defaults.frameUrl },
        'api-url': { type: 'string', default: defaults.apiUrl },
        project: { type: 'string', default: defaults.project },
        kit: { type: 'string' },
      },
    })
  } catch (error) {
    // Node's message may go on for several lines.
    throw new UsageError((error as Error).message.split(/\n|\. /)[0]?.replace(/\.?$/, '.'))
  }
}

const originOf = (option: string, value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new UsageError(`--${option} ${JSON.stringify(value)} isn't an origin such as https://example.com.`)
  return url.origin
}

/** Returns the folder's name. Throws when npm takes no package by it. */
const nameOf = (folder: string): string => {
  const name = basename(folder)
  const isTaken = ['node_modules', 'favicon.ico', ...builtinModules].includes(name)
  if (!/^[a-z0-9][a-z0-9._-]{0,213}$/.test(name) || isTaken)
    throw new UsageError(
      `npm takes no package named ${JSON.stringify(name)}. Use lower-case letters, digits, ".", "-" and "_" for the folder.`,
    )
  return name
}

const checkEmpty = (folder: string): void => {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isDirectory()) throw new UsageError(`${folder} is there and isn't a folder.`)
  if (readdirSync(folder).length > 0) throw new UsageError(`${folder} isn't empty.`)
}

/** Returns what `package.json` has for the modal: a version, or the address of a tarball. */
const kitOf = (kit: string, from: string): string => {
  if (/^([~^]?\d+\.\d+\.\d+(-[\w.-]+)?|latest)$/.test(kit)) return kit
  const path = resolve(from, kit)
  if (/\.(tgz|tar\.gz)$/.test(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    return `file:${path.replaceAll('\\', '/')}`
  throw new UsageError(`--kit ${JSON.stringify(kit)} is neither a version nor a tarball that is there.`)
}

/** Reads a command line, and asks for what it lacks. Throws `UsageError`; writes nothing. */
export const readSettings = async ({ args, from, version, ask }: SettingsOptions): Promise<Settings> => {
  const { values, positionals } = parse(args)
  if (positionals.length > 1) throw new UsageError(`One folder is created at a time, not ${positionals.length}.`)
  const path = positionals[0] ?? (await ask?.('Folder of the app: '))?.trim() ?? ''
  if (path === '') throw new UsageError('The folder is missing.')
  const folder = resolve(from, path)
  const name = nameOf(folder)
  checkEmpty(folder)

  const template = values.template ?? (await ask?.(`Template (${choices}): `))?.trim()
  if (template === undefined) throw new UsageError(`--template is missing: ${choices}.`)
  if (!isTemplateName(template))
    throw new UsageError(`There is no template ${JSON.stringify(template)}. There are ${choices}.`)
  if (!/^[\w-]{1,128}$/.test(values.project))
    throw new UsageError(
      `--project ${JSON.stringify(values.project)} isn't a project id: 1 to 128 letters, digits, "-" and "_".`,
    )
  return {
    folder,
    template,
    values: {
      NAME: name,
      PROJECT: values.project,
      FRAME_URL: originOf('frame-url', values['frame-url']),
      API_URL: originOf('api-url', values['api-url']),
      KIT: kitOf(values.kit ?? version, from),
    },
  }
}
