import type { RequestName } from '@latchkey/protocol/requests'
import { must, show } from '../Deviation.ts'
import type { Line } from '../openLine.ts'
import type { Profile } from '../Profile.ts'
import type { Rule, RuleGroup } from '../Rule.ts'
import { chainId, fields, listOf, mustBe, nothing, number, oneOf, quantity, type Shape, text } from '../shapes.ts'
import type { Target } from '../Target.ts'

type Row = {
  payload?: (target: Target, profile: Profile) => unknown
  /** Shape of the success; absent if the request can't succeed while signed out. */
  success?: Shape
  /** Whether an error is also valid: disabled features must reject, not ignore. */
  mayFail?: true
  /** A request that may be pending for long; RELOAD ends it. */
  mayWait?: true
  /** Only in profile 5. */
  profile?: 5
}

/** A sign-in that a provider has rejected: a frame must not accept it. */
const failedUri = 'https://idp.example/callback?error=access_denied&state=x'

/** Every request of wire 4, with its reply to a signed-out page. */
const rows: Record<RequestName, Row> = {
  SYNC_DAPP_DATA: {
    payload: ({ projectId, origin }) => ({
      projectId,
      metadata: { name: 'Conformance kit', description: 'Checks a frame', url: origin, icons: [] },
      sdkVersion: 'html-conformance-0.1.0',
      sdkType: 'w3m',
    }),
    success: nothing,
  },
  SYNC_THEME: {
    payload: () => ({ themeMode: 'dark', themeVariables: {}, w3mThemeVariables: { '--w3m-accent': '#7b3fe4' } }),
    success: nothing,
  },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: { success: fields({ smartAccountEnabledNetworks: listOf(number) }) },
  IS_CONNECTED: { success: fields({ isConnected: oneOf(false) }) },
  GET_USER: {},
  CONNECT_EMAIL: { payload: () => ({ email: 'this is no address' }) },
  CONNECT_DEVICE: { success: nothing, mayFail: true },
  CONNECT_OTP: { payload: () => ({ otp: '000000' }) },
  GET_SOCIAL_REDIRECT_URI: { payload: () => ({ provider: 'google' }), success: fields({ uri: text }), mayFail: true },
  CONNECT_SOCIAL: { payload: () => ({ uri: failedUri }) },
  GET_FARCASTER_URI: { success: fields({ url: text }), mayFail: true },
  CONNECT_FARCASTER: { success: fields({ userName: text }), mayFail: true, mayWait: true },
  GET_CHAIN_ID: { success: fields({ chainId }) },
  SWITCH_NETWORK: { payload: ({ chains }) => ({ chainId: chains[0] }), success: fields({ chainId: number }) },
  SET_PREFERRED_ACCOUNT: { payload: () => ({ type: 'eoa' }) },
  INIT_SMART_ACCOUNT: {},
  RPC_REQUEST: { payload: () => ({ method: 'eth_chainId', params: [] }), success: quantity, mayFail: true },
  RPC_ABORT: { success: nothing },
  UPDATE_EMAIL: { payload: () => ({ email: 'somebody@example.org' }) },
  UPDATE_EMAIL_PRIMARY_OTP: { payload: () => ({ otp: '000000' }) },
  UPDATE_EMAIL_SECONDARY_OTP: { payload: () => ({ otp: '000000' }) },
  SIGN_OUT: { success: nothing },
  RELOAD: { success: nothing },
  LIST_PERMISSIONS: { profile: 5 },
  SHARE_EMAIL: { payload: () => ({ purpose: 'News' }), profile: 5 },
  GET_ID_TOKEN: { payload: () => ({ scopes: [] }), profile: 5 },
  PING: { success: nothing, profile: 5 },
}

/** A request that may be pending is answered within this time, or after RELOAD. */
const timeoutMs = 2_000

const outcomeOf = ({ success, mayFail }: Row): string => {
  if (success === undefined) return 'an error, signed out'
  return mayFail ? `${success.says}, or an error` : success.says
}

const isAnswered = async ({ heardOf, page }: Line, id: string): Promise<boolean> => {
  await page.waitForTimeout(timeoutMs)
  return (await heardOf(id)).length > 0
}

const ruleOf = (name: RequestName, row: Row): Rule => ({
  profile: row.profile ?? 'both',
  name: `${name} is answered exactly once: ${outcomeOf(row)}`,
  source: 'wire 4',
  check: async (scene) => {
    const line = await scene.line()
    const id = await line.send(name, row.payload?.(scene.target, scene.profile))
    if (row.mayWait && !(await isAnswered(line, id))) await line.get('RELOAD')
    const answer = await line.answer(id, name)
    if (!answer.isSuccess) must(row.success === undefined || row.mayFail === true, `it failed: ${show(answer.error)}`)
    else {
      must(row.success !== undefined, `it succeeded: ${show(answer.payload)}`)
      mustBe(row.success, answer.payload, 'its payload')
    }
    await line.settle()
    const answers = await line.heardOf(id)
    must(answers.length === 1, `it was answered ${answers.length} times: ${show(answers.map(({ data }) => data))}`)
  },
})

/** The reply to each request of the protocol while the user is signed out. */
export const requests: RuleGroup = {
  title: 'Every request, signed out',
  rules: Object.entries(rows).map(([name, row]) => ruleOf(name as RequestName, row)),
}
