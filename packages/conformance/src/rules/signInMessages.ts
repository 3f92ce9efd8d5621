import { must, show } from '../Deviation.ts'
import type { Line } from '../openLine.ts'
import type { RuleGroup } from '../Rule.ts'
import { isObject } from '../shapes.ts'
import type { Target } from '../Target.ts'

type Parts = { host?: string; statement?: string; resources?: readonly string[] }

/** Returns a page's request for a signed sign-in message (EIP-4361), before it knows the account. */
const siwxMessage = ({ origin, chains }: Target, { host, statement, resources = [] }: Parts = {}) => {
  const own = new URL(origin)
  const fields = {
    accountAddress: '<<AccountAddress>>',
    chainId: `eip155:${chains[0]}`,
    domain: host ?? own.host,
    uri: host === undefined ? own.origin : `https://${host}`,
    version: '1',
    nonce: crypto.randomUUID().replaceAll('-', ''),
    issuedAt: new Date().toISOString(),
    ...(statement !== undefined && { statement }),
    ...(resources.length > 0 && { resources }),
  }
  const lines = [
    `${fields.domain} wants you to sign in with your Ethereum account:`,
    fields.accountAddress,
    '',
    ...(statement === undefined ? [''] : [statement, '']),
    `URI: ${fields.uri}`,
    'Version: 1',
    `Chain ID: ${chains[0]}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
    ...(resources.length > 0 ? ['Resources:', ...resources.map((each) => `- ${each}`)] : []),
  ]
  return { ...fields, serializedMessage: lines.join('\n') }
}

const mustBeUnsigned = async (line: Line, target: Target, parts: Parts = {}): Promise<void> => {
  const payload = { chainId: target.chains[0], siwxMessage: siwxMessage(target, parts) }
  const user = await line.get('GET_USER', payload)
  must(isObject(user) && typeof user.address === 'string', `its payload is ${show(user)}`)
  must(user.signature === undefined, `it has the signature ${show(user.signature)}`)
}

/** No GET_USER may lead to a signature without the user's consent. */
export const signInMessages: RuleGroup = {
  title: 'Sign-in messages',
  rules: [
    {
      profile: 'both',
      name: 'GET_USER with a sign-in message whose words no screen has shown answers without a signature',
      source: 'wire 6',
      check: async ({ testUser, target }) => {
        await mustBeUnsigned(await testUser.line(), target, { statement: 'I accept everything.' })
      },
    },
    {
      profile: 'both',
      name: 'GET_USER with a sign-in message for another domain answers without a signature',
      source: 'wire 6',
      check: async ({ testUser, target }) => {
        await mustBeUnsigned(await testUser.line(), target, { host: 'elsewhere.example' })
      },
    },
    {
      profile: 'both',
      name: 'GET_USER with a sign-in message that gives rights (ReCap) answers without a signature',
      source: 'wire 6',
      check: async ({ testUser, target }) => {
        await mustBeUnsigned(await testUser.line(), target, { resources: ['urn:recap:eyJhdHQiOnt9LCJwcmYiOltdfQ'] })
      },
    },
    {
      profile: 'both',
      name: 'GET_USER with a sign-in message after a refused one answers without a signature: a sign-in has one try',
      source: 'wire 6',
      check: async ({ testUser, target }) => {
        const line = await testUser.line()
        await mustBeUnsigned(line, target, { statement: 'I accept everything.' })
        await mustBeUnsigned(line, target)
      },
    },
    {
      profile: 'both',
      name: 'GET_USER with a sign-in message for a session that was there before answers without a signature',
      source: 'wire 6',
      check: async ({ testUser, target }) => {
        await testUser.line()
        await testUser.leavePage()
        const line = await testUser.open()
        await mustBeUnsigned(line, target)
        await line.get('SWITCH_NETWORK', { chainId: target.chains[0] })
        await mustBeUnsigned(line, target)
      },
    },
    {
      profile: 5,
      name: 'GET_ID_TOKEN with a scope that nobody has agreed to fails while the wallet is not shown',
      source: 'wire 4',
      check: async ({ testUser }) => {
        const line = await testUser.line()
        await line.fail('GET_ID_TOKEN', { scopes: ['email'] })
        await line.fail('GET_ID_TOKEN', { scopes: ['wallets'] })
      },
    },
    {
      profile: 5,
      name: 'GET_ID_TOKEN with such a scope waits for a user while the wallet is shown, and RPC_ABORT ends it',
      source: 'wire 4',
      check: async ({ testUser }) => {
        const line = await testUser.line()
        const id = await line.send('GET_ID_TOKEN', { scopes: ['wallets', 'email'], isShown: true })
        await line.settle()
        const [early] = await line.heardOf(id)
        must(early === undefined, `it was answered: ${show(early?.data)}`)
        await line.get('RPC_ABORT', { id })
        const answer = await line.answer(id, 'GET_ID_TOKEN')
        must(!answer.isSuccess, `it succeeded: ${show(answer.raw)}`)
      },
    },
  ],
}
