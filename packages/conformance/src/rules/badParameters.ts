import type { RequestName } from '@latchkey/protocol/requests'
import { must, show } from '../Deviation.ts'
import type { Profile } from '../Profile.ts'
import type { Rule, RuleGroup } from '../Rule.ts'

type Row = { request: RequestName; what: string; payload: unknown; profile?: Profile }

const rows: readonly Row[] = [
  { request: 'SYNC_DAPP_DATA', what: 'no project', payload: {} },
  { request: 'SYNC_DAPP_DATA', what: 'icons that are no texts', payload: { projectId: 'x', metadata: { icons: [5] } } },
  { request: 'SYNC_THEME', what: 'a mode that does not exist', payload: { themeMode: 'transparent' } },
  { request: 'IS_CONNECTED', what: 'a token that is a number', payload: { token: 5 } },
  { request: 'GET_USER', what: 'a chain that is an object', payload: { chainId: {} } },
  { request: 'CONNECT_EMAIL', what: 'no email', payload: {} },
  { request: 'CONNECT_EMAIL', what: 'a list of emails', payload: { email: ['a@example.org', 'b@example.org'] } },
  { request: 'CONNECT_OTP', what: 'a code that is a number', payload: { otp: 123456 } },
  { request: 'CONNECT_OTP', what: 'a code as long as a page', payload: { otp: '0'.repeat(10_000) } },
  { request: 'GET_SOCIAL_REDIRECT_URI', what: 'a provider that does not exist', payload: { provider: '__proto__' } },
  { request: 'GET_SOCIAL_REDIRECT_URI', what: 'Farcaster, which has no window', payload: { provider: 'farcaster' } },
  { request: 'CONNECT_SOCIAL', what: 'no uri', payload: {} },
  { request: 'SWITCH_NETWORK', what: 'no chain', payload: {} },
  { request: 'SWITCH_NETWORK', what: 'a chain that is true', payload: { chainId: true } },
  { request: 'SET_PREFERRED_ACCOUNT', what: 'a type that does not exist', payload: { type: 'bank' } },
  { request: 'UPDATE_EMAIL', what: 'no email', payload: {} },
  { request: 'RPC_REQUEST', what: 'no method', payload: {} },
  { request: 'RPC_REQUEST', what: 'a method that is a number', payload: { method: 5, params: [] } },
  { request: 'RPC_REQUEST', what: 'no payload', payload: undefined },
  { request: 'GET_ID_TOKEN', what: 'no scopes', payload: {}, profile: 5 },
  { request: 'GET_ID_TOKEN', what: 'a scope that does not exist', payload: { scopes: ['keys'] }, profile: 5 },
  { request: 'GET_ID_TOKEN', what: 'a nonce of two lines', payload: { scopes: [], nonce: 'a\nb' }, profile: 5 },
  { request: 'RPC_ABORT', what: 'an id that is a number', payload: { id: 5 }, profile: 5 },
]

const ruleOf = ({ request, what, payload, profile }: Row): Rule => ({
  profile: profile ?? 'both',
  name: `${request} with ${what} is answered with an error`,
  source: 'wire 7',
  check: async (scene) => {
    // Opens a separate line: this many interactive requests in a row exceed one line's limit.
    const line = await scene.openLine()
    const error = await line.fail(request, payload)
    if (scene.profile === 5) must(error.code === -32602, `its code is ${show(error.code)}, not -32602`)
  },
})

/** Invalid parameters: each method must return an error and show no screen. */
export const badParameters: RuleGroup = { title: 'Bad parameters', rules: rows.map(ruleOf) }
