import {
  type ApiClient,
  challenge,
  createApiClient,
  deviceCredentials,
  type EndpointRow,
  endpoints,
  type Solution,
} from '@latchkey/api-client'
import { solveChallenge } from '@latchkey/api-client/solveChallenge'
import { isAppError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import type { FrameFacts } from '../deployment/Deployment.ts'
import { createProve, type StoredDevice } from './device.ts'
import type { Mailbox } from './mailbox/Mailbox.ts'
import { type CodeMail, type LinkMail, readCodeMail, readLinkMail } from './readMails.ts'

/** The steps of a sign-in, in order. A failure names the step. */
export const stepNames = [
  'request a link',
  'receive the link',
  'approve the device',
  'request a code',
  'receive the code',
  'enter the code',
  'open a session',
  'use the session',
  'sign out',
] as const
/** The name of a step, as it is printed. */
export type StepName = (typeof stepNames)[number]
/** `ms`: its duration. */
type Step = { readonly name: StepName; readonly ms: number }

/** The deployment, the account and the device of one sign-in. */
export type SignInOptions = {
  readonly walletOrigin: string
  readonly facts: FrameFacts
  readonly projectId: string
  /** The page that signs the user in, as the project lists it. */
  readonly dappOrigin: string
  readonly email: string
  readonly device: StoredDevice
  readonly mailbox: Mailbox
  /** Called with each step as it ends. */
  onStep(step: Step): void
}
/** The mails of a sign-in; no link where the deployment sends none (`DEVICE_LINK`). */
export type SignedIn = { readonly link: LinkMail | null; readonly code: CodeMail }

/** A failed step. The cause has the reason. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed'
  readonly step: StepName
  constructor(step: StepName, cause: unknown) {
    super(step, { cause })
    this.step = step
  }
}

/** An address of TEST-NET-1 (RFC 5737), which clients may claim to have. A service that trusts the claim shows it in its mails. */
const claimedAddress = '192.0.2.77'
/** The network of `claimedAddress`, as mails abbreviate it. */
export const claimedNetwork = '192.0.2.x'

/** The same rows, as in a recent enough api. */
type Client = ApiClient<typeof endpoints>

const createClient = async ({ walletOrigin, facts, projectId, device }: SignInOptions): Promise<Client> => {
  const { apiUrl, custodyUrl } = facts
  const prove = await createProve(device, (authority: EndpointRow['authority']) =>
    authority === 'api' ? apiUrl : custodyUrl,
  )
  return createApiClient({
    endpoints,
    apiUrl,
    custodyUrl,
    projectId,
    credentials: deviceCredentials({ prove }),
    // Calls like the wallet document, and claims to have another address.
    fetch: (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('origin', walletOrigin)
      headers.set('user-agent', 'latchkey sign-in')
      headers.set('x-forwarded-for', claimedAddress)
      return fetch(input, { ...init, headers })
    },
  })
}

/** Repeats a call that needs a challenge with its solution, as the wallet document does. */
const solving = async <result>(call: (solved: { solution?: Solution }) => Promise<result>): Promise<result> => {
  try {
    return await call({})
  } catch (error) {
    if (!isAppError(error, 'CHALLENGE_REQUIRED')) throw error
    return await call({ solution: await solveChallenge(z.parse(challenge, error.details)) })
  }
}

/**
 * Signs in by email like the wallet document: a mailed link approves an unknown device, a mailed code proves the email to custody, whose
 * grant opens a session at the api. Then signs out. It creates no wallet.
 *
 * Rejects with StepFailed.
 */
export async function signIn(options: SignInOptions): Promise<SignedIn> {
  const { dappOrigin, email, mailbox, onStep } = options
  const client = await createClient(options)
  const step = async <result>(name: StepName, work: () => Promise<result>): Promise<result> => {
    const startedAt = performance.now()
    try {
      const result = await work()
      onStep({ name, ms: Math.round(performance.now() - startedAt) })
      return result
    } catch (error) {
      throw new StepFailed(name, error)
    }
  }

  const { link } = await step('request a link', () =>
    solving((solved) => client.call('startDeviceLink', { dappOrigin, email, ...solved })),
  )
  const linkMail = link === null ? null : await step('receive the link', () => mailbox.next(readLinkMail))
  if (linkMail !== null) await step('approve the device', () => client.call('approveDevice', { token: linkMail.token }))

  const { attemptId } = await step('request a code', () =>
    solving((solved) => client.call('emailStart', { dappOrigin, email, ...solved })),
  )
  const codeMail = await step('receive the code', () => mailbox.next(readCodeMail))
  const { apiGrant } = await step('enter the code', () =>
    client.call('emailVerify', { attemptId, code: codeMail.code }),
  )
  const { tokens } = await step('open a session', () => client.call('startSession', { apiGrant, dappOrigin }))
  try {
    await step('use the session', () => client.call('getWallet', {}, { accessToken: tokens.accessToken }))
  } finally {
    await step('sign out', () => client.call('endSession', { refreshToken: tokens.refreshToken }))
  }
  return { link: linkMail, code: codeMail }
}
