import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { walletProjectId } from '@latchkey/api-client'
import { type Command, UsageError } from '../Command.ts'
import { ask, describeFailure, jsonOf } from '../deployment/ask.ts'
import type { FrameFacts } from '../deployment/Deployment.ts'
import { type Finding, fault, ok } from '../deployment/Finding.ts'
import { countOutcomes, formatArea, formatCounts } from '../deployment/formatFindings.ts'
import { readFrameFacts } from '../deployment/readDeployment.ts'
import { systemResolver } from '../deployment/resolver.ts'
import { readWallet } from '../readOrigin.ts'
import { assessFailure } from './assessFailure.ts'
import { assessNetworks, isPrivate } from './assessNetworks.ts'
import { makeDevice, readDevice, type StoredDevice, writeDevice } from './device.ts'
import { openMailbox } from './mailbox/openMailbox.ts'
import { StepFailed, signIn } from './signIn.ts'

const defaultState = (): string =>
  join(process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'latchkey', 'devices.json')

const usage = `Usage: latchkey sign-in <wallet url> --email <address> --mailbox <url> [options]

Signs in by email as a user does, with the mailed link and code, uses the session, and signs out. It makes one account for the
address, the first time, and no wallet. It uses the same device each time, which the file of --state remembers, and deletes the
mails that it has read from an IMAP inbox. Signing out makes the api forget the device, so each run gets a link and a code.

  --email <address>   an address of its own, whose mails nobody else reads
  --mailbox <url>     where its mails are: imaps://[user@]host[:port], imap:// on this machine, or http(s):// for an inbox with
                      GET <url>/api/messages?to=<address>, as the local stack has
  --project <id>      sign in to a page of this project (the wallet's own page)
  --origin <origin>   the page, of those that the project lists (the first)
  --state <file>      where the device is kept (${defaultState()})
  --wait <seconds>    how long a mail may take (60)
  --json              print one JSON document instead of lines
  --help              print this

The password of the mailbox is in MAILBOX_PASSWORD, or in the file that MAILBOX_PASSWORD_FILE names.
By default a device that signed in before gets 5 codes an hour, and 10 a day. To sign in more often, allow the network that this runs in more:
"networks": { "<its address>": { "mailsPerKnownNetworkHour": 60, "mailsPerKnownNetworkDay": 1440 } } in shared/limits.json.

Exits with 0 when the sign-in worked, 1 when it did not or the services see a wrong address, 2 when the command line is wrong.`

const readPassword = (): string | undefined => {
  const { MAILBOX_PASSWORD: password, MAILBOX_PASSWORD_FILE: file } = process.env
  if (password) return password
  return file ? readFileSync(file, 'utf8').replace(/\r?\n$/, '') : undefined
}

const readMailboxUrl = (text: string): URL => {
  if (!URL.canParse(text) || !/^(?:imaps?|https?):$/.test(new URL(text).protocol))
    throw new UsageError(`--mailbox is imaps://…, imap://… or http(s)://…, not ${text}.`)
  const url = new URL(text)
  if (url.password !== '') throw new UsageError('The password of the mailbox belongs into MAILBOX_PASSWORD.')
  return url
}

/** Returns the page that signs the user in: the given one, or the project's first that isn't a pattern. */
const findPage = async (walletOrigin: string, { apiUrl }: FrameFacts, projectId: string): Promise<string> => {
  if (projectId === walletProjectId) return walletOrigin
  const answer = await ask(`${apiUrl}/projects/v1/origins?projectId=${encodeURIComponent(projectId)}`)
  const { allowedOrigins = [] } = (jsonOf(answer) ?? {}) as { allowedOrigins?: string[] }
  // Patterns match pages, but aren't pages.
  const page = allowedOrigins.find((origin) => !/[*]/.test(origin))
  if (page === undefined) throw new Error(`the project ${projectId} lists no page; pass --origin`)
  return page
}

const noDeployment = (seen: string): Finding =>
  fault('deployment', {
    seen,
    why: 'Whether people can sign in is not known.',
    fix: '`latchkey doctor <wallet url>` says what is wrong with the deployment.',
  })

const noMailbox = (seen: string): Finding =>
  fault('mailbox', {
    seen,
    why: 'Whether users can sign in is not known.',
    fix: 'Check --mailbox, and MAILBOX_PASSWORD or MAILBOX_PASSWORD_FILE.',
  })

type Options = {
  walletOrigin: string
  projectId: string
  page: string | undefined
  email: string
  mailboxUrl: URL
  state: string
  waitMs: number
}

/** Returns the device of earlier sign-ins, or a new one. */
const findDevice = async ({ state, walletOrigin, email }: Options): Promise<StoredDevice> => {
  const name = `${email} at ${walletOrigin}`
  const known = readDevice(state, name)
  if (known !== null) return known
  const made = await makeDevice()
  writeDevice(state, name, made)
  return made
}

const check = async (options: Options): Promise<Finding[]> => {
  const { walletOrigin, projectId, email, mailboxUrl, waitMs } = options
  const facts = await readFrameFacts({ ask, walletOrigin })
  if (facts === null) return [noDeployment(`${walletOrigin} serves no wallet`)]
  const dappOrigin = options.page ?? (await findPage(walletOrigin, facts, projectId))
  const password = readPassword()
  const mailbox = await openMailbox({ url: mailboxUrl, email, password, timeoutMs: waitMs }).catch(describeFailure)
  if (typeof mailbox === 'string') return [noMailbox(mailbox)]
  const findings: Finding[] = []
  try {
    const device = await findDevice(options)
    const signedIn = await signIn({
      walletOrigin,
      facts,
      projectId,
      dappOrigin,
      email,
      device,
      mailbox,
      onStep: ({ name, ms }) => findings.push(ok(name, `${ms} ms`)),
    })
    const addresses = await systemResolver.addresses(new URL(walletOrigin).hostname.replace(/^\[|\]$/g, ''))
    const isPublic = !addresses.some(isPrivate)
    if (signedIn.link !== null && signedIn.link.origin !== walletOrigin)
      findings.push(
        fault('address in the link', {
          seen: signedIn.link.origin,
          why: 'Users who open the link find no wallet.',
          fix: `WALLET_ORIGIN in infra/.env must be ${walletOrigin}: restart the api.`,
        }),
      )
    return [...findings, ...assessNetworks(signedIn, isPublic)]
  } catch (error) {
    if (error instanceof StepFailed) return [...findings, assessFailure(error, waitMs)]
    throw error
  } finally {
    await mailbox.close().catch(() => {})
  }
}

/** `latchkey sign-in`: signs in and out with a real mailbox and prints how long each step took. */
export const signInCommand: Command = {
  usage,
  async run(args, { say }) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        mailbox: { type: 'string' },
        project: { type: 'string', default: walletProjectId },
        origin: { type: 'string' },
        state: { type: 'string', default: defaultState() },
        wait: { type: 'string', default: '60' },
        json: { type: 'boolean', default: false },
      },
    })
    const walletOrigin = readWallet(positionals)
    if (values.email === undefined) throw new UsageError('--email is missing.')
    if (values.mailbox === undefined) throw new UsageError('--mailbox is missing.')
    if (!/^[1-9]\d{0,3}$/.test(values.wait)) throw new UsageError(`--wait takes seconds, not ${values.wait}.`)
    const options: Options = {
      walletOrigin,
      projectId: values.project,
      page: values.origin,
      email: values.email,
      mailboxUrl: readMailboxUrl(values.mailbox),
      state: values.state,
      waitMs: Number(values.wait) * 1_000,
    }
    const findings = await check(options).catch((error: unknown) => [noDeployment(describeFailure(error))])
    const area = { area: `Sign-in at ${options.walletOrigin}`, findings }
    const counts = countOutcomes([area])
    if (values.json) say(JSON.stringify({ wallet: options.walletOrigin, counts, areas: [area] }, null, 2))
    else for (const line of [...formatArea(area), formatCounts(counts)]) say(line)
    return counts.fault > 0 ? 1 : 0
  },
}
