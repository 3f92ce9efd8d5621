import { getAddress } from 'viem'
import { must, show } from '../Deviation.ts'
import type { RuleGroup } from '../Rule.ts'
import { fields, isObject, mustBe, nothing, oneOf, user } from '../shapes.ts'

/** Sign-in with an emailed code, including wrong codes. */
export const login: RuleGroup = {
  title: 'Login by email',
  rules: [
    {
      profile: 'both',
      name: 'CONNECT_EMAIL answers what comes next: VERIFY_DEVICE, VERIFY_OTP or CONNECT',
      source: 'wire 4',
      check: async ({ testUser }) => {
        const answer = await testUser.begin()
        if (!answer.isSuccess) return must(false, `it failed: ${show(answer.error)}`)
        mustBe(fields({ action: oneOf('VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT') }), answer.payload, 'its payload')
      },
    },
    {
      profile: 4,
      name: 'another code at once is refused, in words that say how many seconds to wait',
      source: 'custody 4',
      check: async ({ testUser }) => {
        const { message } = await testUser.askAgain()
        must(/\d+ seconds?/.test(message), `it says ${show(message)}`)
      },
    },
    {
      profile: 'both',
      name: 'a mail with six digits arrives',
      source: 'wire 6',
      check: async ({ testUser }) => {
        await testUser.code()
      },
    },
    {
      profile: 5,
      name: 'a code that the page brings is refused',
      source: 'wire 7',
      check: async ({ testUser }) => {
        const answer = await testUser.bringCode()
        must(!answer.isSuccess, `the page logged in with it: ${show(answer.raw)}`)
      },
    },
    {
      profile: 4,
      name: 'a wrong code is an error whose message can be shown',
      source: 'wire 8',
      check: async ({ testUser }) => {
        const message = (await testUser.tryWrongCode())?.message ?? ''
        must(message.length > 3 && message.length < 200, `it says ${show(message)}`)
      },
    },
    {
      profile: 5,
      name: 'CONNECT_OTP without a code asks for it in the frame, and waits for another after a wrong one',
      source: 'custody 7',
      check: async ({ testUser }) => {
        await testUser.tryWrongCode()
      },
    },
    {
      profile: 'both',
      name: 'the mailed code logs in: CONNECT_OTP succeeds with nothing',
      source: 'wire 4',
      check: async ({ testUser }) => {
        const answer = await testUser.finish()
        if (!answer.isSuccess) return must(false, `it failed: ${show(answer.error)}`)
        mustBe(nothing, answer.payload, 'its payload')
      },
    },
    {
      profile: 'both',
      name: 'IS_CONNECTED is true after a login',
      source: 'wire 4',
      check: async ({ testUser }) => {
        mustBe(fields({ isConnected: oneOf(true) }), await (await testUser.line()).get('IS_CONNECTED'), 'its payload')
      },
    },
    {
      profile: 'both',
      name: 'GET_USER has the shape of wire 4, with an email that is valid or null',
      source: 'wire 4',
      check: async ({ testUser, target }) => {
        mustBe(user, await (await testUser.line()).get('GET_USER', { chainId: target.chains[0] }), 'its payload')
      },
    },
    {
      profile: 'both',
      name: 'GET_USER says whose email it was, the chain as a number, and a checksummed address',
      source: 'wire 4',
      check: async ({ testUser, target }) => {
        const answer = await (await testUser.line()).get('GET_USER', { chainId: target.chains[0] })
        must(isObject(answer), `it is ${show(answer)}`)
        must(String(answer.email).toLowerCase() === testUser.email, `the email is ${show(answer.email)}`)
        must(answer.chainId === target.chains[0], `the chain is ${show(answer.chainId)}`)
        const address = String(answer.address)
        must(/^0x[0-9a-fA-F]{40}$/.test(address) && getAddress(address) === address, `the address is ${show(address)}`)
      },
    },
    {
      profile: 'both',
      name: 'GET_USER says the same user again, and when a smart account is asked for, what there is',
      source: 'wire 8',
      check: async ({ testUser, target }) => {
        const line = await testUser.line()
        const ask = (payload?: unknown): Promise<unknown> => line.get('GET_USER', payload)
        const [first, second] = [await ask({ chainId: target.chains[0] }), await ask()]
        must(JSON.stringify(first) === JSON.stringify(second), `first ${show(first)}, then ${show(second)}`)
        mustBe(user, await ask({ preferredAccountType: 'smartAccount' }), 'with a smart account asked for, its payload')
        // The preference persists, but the rules after this one need the standard account.
        const plain = await ask({ preferredAccountType: 'eoa' })
        must(JSON.stringify(plain) === JSON.stringify(first), `first ${show(first)}, then ${show(plain)}`)
      },
    },
    {
      profile: 'both',
      name: 'CONNECT_EMAIL of the user who is signed in answers CONNECT',
      source: 'custody 3',
      check: async ({ testUser }) => {
        const answer = await (await testUser.line()).get('CONNECT_EMAIL', { email: testUser.email })
        mustBe(fields({ action: oneOf('CONNECT') }), answer, 'its payload')
      },
    },
    {
      profile: 4,
      name: 'a code that was used logs nobody in',
      source: 'wire 6',
      check: async ({ testUser, openLine }) => {
        await testUser.finish()
        const line = await openLine()
        await line.fail('CONNECT_OTP', { otp: await testUser.code() })
        mustBe(fields({ isConnected: oneOf(false) }), await line.get('IS_CONNECTED'), 'IS_CONNECTED')
      },
    },
    {
      profile: 'both',
      name: 'another user of the same page is not signed in by it',
      source: 'custody 6',
      check: async ({ line, testUser }) => {
        await testUser.line()
        const here = await line()
        mustBe(fields({ isConnected: oneOf(false) }), await here.get('IS_CONNECTED'), 'IS_CONNECTED')
        await here.fail('GET_USER')
      },
    },
  ],
}
