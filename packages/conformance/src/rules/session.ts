import { Deviation, must, show } from '../Deviation.ts'
import { helloOf, newId } from '../openLine.ts'
import type { PageKit } from '../pageKit.ts'
import type { RuleGroup } from '../Rule.ts'
import { evmAddress, fields, isObject, listOf, mustBe, nothing, oneOf, type Shape } from '../shapes.ts'

declare const kit: PageKit

const signedOut = '@w3m-frame/SIGN_OUT_SUCCESS'
const connected = (is: boolean): Shape => fields({ isConnected: oneOf(is) })
/** Timeout of SIGN_OUT (wire design, section 4). */
const signOutMs = 3_000

/** Restoring a session after a reload, and signing out. */
export const session: RuleGroup = {
  title: 'Coming back and leaving',
  rules: [
    {
      profile: 'both',
      name: 'after a reload of the page IS_CONNECTED, at once after READY, is true',
      source: 'wire 8',
      check: async ({ testUser }) => {
        await testUser.line()
        await testUser.leavePage()
        mustBe(connected(true), await (await testUser.open()).get('IS_CONNECTED'), 'its payload')
      },
    },
    {
      profile: 'both',
      name: 'after a reload GET_USER says the same account and the active chain',
      source: 'wire 4',
      check: async ({ testUser, target }) => {
        const address = await testUser.address()
        await (await testUser.line()).get('SWITCH_NETWORK', { chainId: target.chains[1] })
        await testUser.leavePage()
        const user = await (await testUser.open()).get('GET_USER')
        must(isObject(user) && user.address === address, `it says ${show(user)}`)
        must(user.chainId === target.chains[1], `it says the chain ${show(user.chainId)}`)
      },
    },
    {
      profile: 'both',
      name: 'a second page of the same user is connected too',
      source: 'custody 6',
      check: async ({ testUser }) => {
        const first = await testUser.line()
        const second = await testUser.openAnother()
        mustBe(connected(true), await second.get('IS_CONNECTED'), 'its payload')
        await second.close()
        mustBe(connected(true), await first.get('IS_CONNECTED'), 'afterwards, on the first page, its payload')
      },
    },
    {
      profile: 'both',
      name: 'SIGN_OUT with an id that was used, or that is none, signs nobody out',
      source: 'wire 2',
      check: async ({ testUser }) => {
        const line = await testUser.line()
        const used = await line.send('GET_CHAIN_ID')
        await line.answer(used, 'GET_CHAIN_ID')
        for (const name of ['SIGN_OUT', 'GET_USER']) await line.send(name, undefined, used)
        for (const id of [undefined, null, '', 7, 'x'.repeat(65), ['id'], { id: 'id' }])
          await line.say({ id, type: '@w3m-app/SIGN_OUT' })
        mustBe(connected(true), await line.get('IS_CONNECTED'), 'IS_CONNECTED')
        const count = (await line.heardOf(used)).length
        must(count === 1, `the id that was used was answered ${count} times`)
        const nameless = (await line.heard()).find(({ data }) => isObject(data) && data.type === signedOut)
        must(nameless === undefined, `it said ${show(nameless?.data)}`)
      },
    },
    {
      profile: 5,
      name: 'SIGN_OUT over the window, or over the port of a second HELLO, signs nobody out',
      source: 'wire 2',
      check: async ({ testUser }) => {
        const line = await testUser.line()
        await line.page.evaluate((hello) => {
          const request = { id: crypto.randomUUID(), type: '@w3m-app/SIGN_OUT' }
          kit.say(request)
          const channel = kit.handOver(hello, 1)
          kit.ports[channel]?.postMessage({ ...request, id: crypto.randomUUID() })
        }, helloOf(newId()))
        mustBe(connected(true), await line.get('IS_CONNECTED'), 'IS_CONNECTED')
        const answer = (await line.heard()).find(({ data }) => isObject(data) && data.type === signedOut)
        must(answer === undefined, `it said ${show(answer?.data)}`)
      },
    },
    {
      profile: 'both',
      name: 'SIGN_OUT succeeds within 3 s',
      source: 'wire 4',
      check: async (scene) => {
        const { answer, tookMs } = await scene.testUser.signOut()
        if (!answer.isSuccess) throw new Deviation(`it failed: ${show(answer.error)}`)
        mustBe(nothing, answer.payload, 'its payload')
        must(tookMs <= signOutMs, `it took ${(tookMs / 1000).toFixed(1)} s`)
      },
    },
    {
      profile: 'both',
      name: 'after SIGN_OUT IS_CONNECTED is false and GET_USER an error',
      source: 'custody 3',
      check: async (scene) => {
        await scene.testUser.signOut()
        const line = await scene.testUser.open()
        mustBe(connected(false), await line.get('IS_CONNECTED'), 'IS_CONNECTED')
        await line.fail('GET_USER')
      },
    },
    {
      profile: 'both',
      name: 'after SIGN_OUT there are no accounts, and a signature is refused without a screen',
      source: 'custody 3',
      check: async (scene) => {
        await scene.testUser.signOut()
        const line = await scene.testUser.open()
        const accounts = await line.get('RPC_REQUEST', { method: 'eth_accounts', params: [] })
        mustBe(listOf(evmAddress), accounts, 'eth_accounts')
        must(Array.isArray(accounts) && accounts.length === 0, `eth_accounts says ${show(accounts)}`)
        await line.fail('RPC_REQUEST', { method: 'personal_sign', params: ['0x00', `0x${'1'.repeat(40)}`] })
      },
    },
    {
      profile: 'both',
      name: 'after SIGN_OUT and a reload nobody is signed in',
      source: 'custody 3',
      check: async (scene) => {
        await scene.testUser.signOut()
        await scene.testUser.leavePage()
        mustBe(connected(false), await (await scene.testUser.open()).get('IS_CONNECTED'), 'its payload')
      },
    },
    {
      profile: 'both',
      name: 'SIGN_OUT of nobody succeeds',
      source: 'wire 4',
      check: async (scene) => {
        await scene.testUser.signOut()
        mustBe(nothing, await (await scene.testUser.open()).get('SIGN_OUT'), 'its payload')
      },
    },
  ],
}
