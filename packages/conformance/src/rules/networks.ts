import { must, show } from '../Deviation.ts'
import type { Line } from '../openLine.ts'
import type { RuleGroup } from '../Rule.ts'
import type { Scene } from '../Scene.ts'
import { fields, isObject, mustBe, oneOf, quantity, solanaAddress } from '../shapes.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Runs with a signed-in user on the first chain, and restores that for the other rules. */
const atHome = async (
  { testUser, target }: Scene,
  work: (line: Line, chains: readonly [number, number]) => Promise<void>,
) => {
  const line = await testUser.line()
  await work(line, target.chains)
  await line.get('SWITCH_NETWORK', { chainId: target.chains[0] })
}
const activeChain = async (line: Line): Promise<unknown> => {
  const answer = await line.get('GET_CHAIN_ID')
  return isObject(answer) ? answer.chainId : answer
}
const mustBeOn = async (line: Line, chain: number): Promise<void> => {
  const active = await activeChain(line)
  must(active === chain, `GET_CHAIN_ID says ${show(active)}, not ${chain}`)
}
const says = (chain: number) => fields({ chainId: oneOf(chain) })

/** Switching networks, and the form of chain ids in replies. */
export const networks: RuleGroup = {
  title: 'Networks',
  rules: [
    {
      profile: 'both',
      name: 'SWITCH_NETWORK with a number answers that chain as a number',
      source: 'wire 4',
      check: (scene) =>
        atHome(scene, async (line, [, other]) => {
          mustBe(says(other), await line.get('SWITCH_NETWORK', { chainId: other }), 'its payload')
          await mustBeOn(line, other)
        }),
    },
    {
      profile: 'both',
      name: 'SWITCH_NETWORK with a CAIP-2 id answers that chain as a number',
      source: 'wire 4',
      check: (scene) =>
        atHome(scene, async (line, [, other]) => {
          mustBe(says(other), await line.get('SWITCH_NETWORK', { chainId: `eip155:${other}` }), 'its payload')
        }),
    },
    {
      profile: 'both',
      name: 'SWITCH_NETWORK, then GET_USER at once, says the new chain',
      source: 'wire 4',
      check: (scene) =>
        atHome(scene, async (line, [, other]) => {
          await line.send('SWITCH_NETWORK', { chainId: `eip155:${other}` })
          mustBe(says(other), await line.get('GET_USER', { chainId: other }), 'its payload')
          mustBe(says(other), await line.get('GET_USER'), 'a moment later its payload')
        }),
    },
    {
      profile: 'both',
      name: 'GET_USER with a chain makes it the active one',
      source: 'wire 4',
      check: (scene) =>
        atHome(scene, async (line, [, other]) => {
          mustBe(says(other), await line.get('GET_USER', { chainId: `eip155:${other}` }), 'its payload')
          await mustBeOn(line, other)
        }),
    },
    {
      profile: 'both',
      name: 'a chain that is not served is an error, and the active one stays',
      source: 'wire 4',
      check: (scene) =>
        atHome(scene, async (line, [first]) => {
          for (const chainId of [424242424242, 'eip155:424242424242', 'eip155:', 'eip155:-1', 'nonsense']) {
            await line.fail('SWITCH_NETWORK', { chainId })
            await line.fail('GET_USER', { chainId })
          }
          await mustBeOn(line, first)
        }),
    },
    {
      profile: 'both',
      name: 'GET_USER with a chain of Solana does not undo the account on EVM',
      source: 'wire 8',
      check: (scene) =>
        atHome(scene, async (line, [first]) => {
          const address = await scene.testUser.address()
          await line.ask('GET_USER', { chainId: solana })
          const user = await line.get('GET_USER', { chainId: first })
          must(isObject(user) && user.address === address && user.chainId === first, `it is ${show(user)}`)
        }),
    },
    {
      profile: 'both',
      name: 'GET_USER with a chain of Solana, where that is served, answers it as text, with an address in base58',
      source: 'wire 4',
      check: (scene) =>
        atHome(scene, async (line, [first]) => {
          const answer = await line.ask('GET_USER', { chainId: solana })
          if (answer.isSuccess) {
            mustBe(fields({ chainId: oneOf(solana), address: solanaAddress }), answer.payload, 'its payload')
          }
          await mustBeOn(line, first)
        }),
    },
    {
      profile: 'both',
      name: 'an rpcUrl in a request is never called',
      source: 'wire 1',
      check: (scene) =>
        atHome(scene, async (line, [first]) => {
          const rpcUrl = 'https://rpc.example/v1'
          const called: string[] = []
          line.page.on('request', (request) => {
            if (request.url().startsWith(rpcUrl)) called.push(request.url())
          })
          const address = await scene.testUser.address()
          mustBe(says(first), await line.get('SWITCH_NETWORK', { chainId: first, rpcUrl }), 'SWITCH_NETWORK')
          mustBe(
            fields({ address: oneOf(address) }),
            await line.get('GET_USER', { chainId: first, rpcUrl }),
            'GET_USER',
          )
          const balance = { method: 'eth_getBalance', params: [address, 'latest'], rpcUrl }
          mustBe(quantity, await line.get('RPC_REQUEST', balance), 'the balance')
          must(called.length === 0, `the frame asked ${called[0]}`)
        }),
    },
  ],
}
