import { must, show } from '../Deviation.ts'
import type { Line } from '../openLine.ts'
import type { RuleGroup } from '../Rule.ts'
import { fields, isObject, mustBe, oneOf, text } from '../shapes.ts'
import type { Target } from '../Target.ts'

/** Starts a sign-in. Returns its URL, or null if the frame doesn't have the provider. */
const begin = async (line: Line): Promise<string | null> => {
  const answer = await line.ask('GET_SOCIAL_REDIRECT_URI', { provider: 'google' })
  if (!answer.isSuccess) return null
  mustBe(fields({ uri: text }), answer.payload, 'the payload of GET_SOCIAL_REDIRECT_URI')
  return isObject(answer.payload) ? String(answer.payload.uri) : ''
}

/** Returns callback URLs that no provider has issued. */
const forgeries = ({ frameUrl }: Target): string[] => {
  const attempt = `attempt=${crypto.randomUUID()}`
  const results = [`result=${'A'.repeat(43)}`, 'error=access_denied', 'code=4/0A&state=x']
  return [
    ...results.map((result) => `${frameUrl.origin}/social#${attempt}&${result}`),
    `${frameUrl.origin}/social?${attempt}&${results[0]}`,
    `https://idp.example/social#${attempt}&${results[0]}`,
    `https://idp.example/callback?code=4/0A&state=x`,
    'javascript:alert(1)',
    '',
  ]
}

const expectNobody = async (line: Line): Promise<void> =>
  mustBe(fields({ isConnected: oneOf(false) }), await line.get('IS_CONNECTED'), 'IS_CONNECTED')

const expectRefused = async (line: Line, target: Target): Promise<void> => {
  for (const uri of forgeries(target)) await line.fail('CONNECT_SOCIAL', { uri })
  await expectNobody(line)
}

/** Rules that apply to frames with provider sign-in; others must reject it at the start. */
export const social: RuleGroup = {
  title: 'Login at a provider and by Farcaster, up to the provider',
  rules: [
    {
      profile: 'both',
      name: 'the address of a sign-in is one of the web, with a state of its own each time',
      source: 'wire 4',
      check: async ({ openLine }) => {
        const line = await openLine()
        const [first, second] = [await begin(line), await begin(line)]
        if (first === null || second === null) return
        const states = [first, second].map((uri) => {
          must(/^https?:\/\//.test(uri) && uri.includes('state='), `it is ${show(uri)}`)
          return new URL(uri).searchParams.get('state')
        })
        must(states[0] !== states[1], `both have the state ${show(states[0])}`)
      },
    },
    {
      profile: 'both',
      name: 'CONNECT_SOCIAL with what no provider has answered is an error, and signs nobody in',
      source: 'wire 6',
      check: async ({ openLine, target }) => {
        const line = await openLine()
        await expectRefused(line, target)
        if ((await begin(line)) !== null) await expectRefused(line, target)
      },
    },
    {
      profile: 'both',
      name: 'CONNECT_SOCIAL with the address of the sign-in itself waits, until a newer sign-in ends it',
      source: 'wire 6',
      check: async ({ openLine }) => {
        const line = await openLine()
        const uri = await begin(line)
        if (uri === null) return
        const id = await line.send('CONNECT_SOCIAL', { uri })
        await line.settle()
        const early = await line.heardOf(id)
        must(early.length === 0, `it was answered ${show(early[0]?.data)}`)
        await begin(line)
        const answer = await line.answer(id, 'CONNECT_SOCIAL')
        must(!answer.isSuccess, `it succeeded: ${show(answer.raw)}`)
        await expectNobody(line)
      },
    },
    {
      profile: 'both',
      name: 'every CONNECT_FARCASTER of a channel waits for it, and RELOAD ends each once',
      source: 'wire 6',
      check: async ({ openLine }) => {
        const line = await openLine()
        if (!(await line.ask('GET_FARCASTER_URI')).isSuccess) return
        const ids: string[] = []
        for (let asked = 0; asked < 3; asked++) ids.push(await line.send('CONNECT_FARCASTER'))
        await line.settle()
        for (const id of ids) {
          const early = await line.heardOf(id)
          must(early.length === 0, `one was answered ${show(early[0]?.data)}`)
        }
        await line.get('RELOAD')
        for (const id of ids) {
          const answer = await line.answer(id, 'CONNECT_FARCASTER')
          must(!answer.isSuccess, `one succeeded: ${show(answer.raw)}`)
          must((await line.heardOf(id)).length === 1, 'one was answered more than once')
        }
        await expectNobody(line)
      },
    },
  ],
}
