import { relative } from 'node:path'
import { defaults, readSettings, type SettingsOptions } from './readSettings.ts'
import { templateNames, templates } from './templates.ts'
import { UsageError } from './UsageError.ts'
import { writeApp } from './writeApp.ts'

/** `templatesFolder` holds one folder for each name of `templates`. */
export type CreateAppOptions = SettingsOptions & {
  readonly templatesFolder: string
  /** Prints a line to the standard output. */
  readonly say: (line: string) => void
  /** Prints a line to the standard error. */
  readonly complain: (line: string) => void
}

/** Where the development server of every template listens. */
const site = 'http://localhost:5173'

const usage = `Usage: create-latchkey-app <folder> --template <name> [options]

Creates an app that signs users in with Latchkey, in a folder that is empty or isn't there yet.

  --template <name>           what the app is made of:
${templateNames.map((name) => `                              ${name.padEnd(11)} ${templates[name].summary}`).join('\n')}
  --frame-url <origin>        the wallet; ${defaults.frameUrl} when absent
  --api-url <origin>          the api; ${defaults.apiUrl} when absent
  --project <id>              the project's id; ${defaults.project} when absent
  --kit <tarball or version>  @latchkey/modal: a tarball made by npm pack, or a version; when absent, the version of this command
  --help                      print this
  --version                   print the version

Exits with 0 when the app was created, 1 when it couldn't be written, 2 when the command line can't be run.`

/** Runs a command line and returns the exit code. */
export const runCreateApp = async (options: CreateAppOptions): Promise<number> => {
  const { args, from, version, templatesFolder, say, complain } = options
  if (args.includes('--help')) {
    say(usage)
    return 0
  }
  if (args.includes('--version')) {
    say(version)
    return 0
  }
  try {
    const settings = await readSettings(options)
    const { folder, template, values } = settings
    writeApp(settings, templatesFolder)
    say(`Created ${values.NAME} from the template ${template}. Next:

${folder === from ? '' : `  cd ${JSON.stringify(relative(from, folder)).replace(/^"([\w./-]+)"$/, '$1')}\n`}  npm install
  npm run dev

The app runs at ${site}, which the project ${values.PROJECT} has to list. README.md says how.`)
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      complain(`create-latchkey-app: ${error.message} Run create-latchkey-app --help to see how.`)
      return 2
    }
    complain(`create-latchkey-app: The app can't be written. ${(error as Error).message}`)
    return 1
  }
}
