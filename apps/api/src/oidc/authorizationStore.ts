import { type AuthorizationScope, authorizationScope } from '@latchkey/api-client'
import type { Sql } from '@latchkey/service-kit/db/database'
import * as z from 'zod/mini'
import { proofKinds } from '../idTokens/signIdToken.ts'
import { consumeRecord, findRecord, keepRecord } from './createOidcStore.ts'

/** From the start of a sign-in to the user's consent: enough for a mailed code and a link for a new device. */
export const authorizationLifeSeconds = 15 * 60
/** From "Allow" until the browser is back at the api, which is one redirect. */
const decisionLifeSeconds = 60

/** A sign-in that an app has started: the parts that the user decides about. */
export type Authorization = {
  clientId: string
  redirectUri: string
  scopes: AuthorizationScope[]
  /** The oldest proof of the user that the app accepts; null for any. */
  provedAfter: Date | null
  /** The app requires the consent screen, even after earlier consent. */
  mustAsk: boolean
}

const interaction = z.object({
  params: z.object({
    client_id: z.string(),
    redirect_uri: z.string(),
    scope: z.string(),
    prompt: z.optional(z.string()),
    max_age: z.optional(z.coerce.number()),
  }),
})

/** Returns null for an unknown, finished or expired sign-in. */
export async function findAuthorization(sql: Sql, uid: string, now: Date): Promise<Authorization | null> {
  const found = await findRecord(sql, 'Interaction', uid, now)
  if (found === null) return null
  const { client_id, redirect_uri, scope, prompt, max_age } = z.parse(interaction, found.payload).params
  const asked = scope.split(' ')
  const oldest = max_age === undefined ? null : new Date(now.getTime() - max_age * 1000)
  const prompts = prompt?.split(' ') ?? []
  return {
    clientId: client_id,
    redirectUri: redirect_uri,
    scopes: authorizationScope.options.filter((name) => asked.includes(name)),
    // A proof after the sign-in began is enough, however long the user read the page.
    provedAfter: prompts.includes('login') || (oldest !== null && oldest > found.createdAt) ? found.createdAt : oldest,
    mustAsk: prompts.some((name) => name !== 'login'),
  }
}

/** A user's consent: to which sign-in, and by which proof. */
const decision = z.object({
  uid: z.string(),
  userId: z.string(),
  /** The wallet's session: what it has authorized ends with it. */
  sessionId: z.string(),
  /** Seconds since 1970. */
  authTime: z.number(),
  provedBy: z.nullable(z.enum(proofKinds)),
})
export type Decision = z.output<typeof decision>

export const keepDecision = (sql: Sql, secret: string, payload: Decision, now: Date): Promise<void> =>
  keepRecord(sql, { model: 'Decision', id: secret, payload, now, lifeSeconds: decisionLifeSeconds })

/** Uses up the decision that this secret stands for, for this sign-in; null when it is invalid or used. */
export async function takeDecision(sql: Sql, secret: string, uid: string, now: Date): Promise<Decision | null> {
  const found = await findRecord(sql, 'Decision', secret, now)
  if (found === null) return null
  const read = z.parse(decision, found.payload)
  return read.uid === uid && (await consumeRecord(sql, 'Decision', secret, now)) ? read : null
}
