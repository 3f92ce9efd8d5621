import type { CaipNetworkId } from '@latchkey/chains'
import { maxAccounts } from '../../maxAccounts.ts'
import type { Connector } from '../Connector.ts'
import { type Answer, type ContractWallet, describeConnector } from '../connectorContract.fixture.ts'
import {
  ada,
  createSite,
  createTestWallet,
  eve,
  grantOf,
  sol,
  solana,
  startTestRelay,
  usualMethods,
} from './wallet.fixture.ts'

const first = 'eip155:31337'
const second = 'eip155:1337'
const learned = 'eip155:8453'
const manyAccounts = Array.from(
  { length: maxAccounts + 1 },
  (_, index) => `${first}:0x${String(index).padStart(40, '0')}`,
)
const signature = `0x${'5a'.repeat(65)}`

/** A wallet on another device that scans every code of the site. */
const createWallet = async (): Promise<ContractWallet> => {
  const relay = await startTestRelay()
  const wallet = await createTestWallet(relay)
  const { client } = wallet
  let answer: Answer = 'approve'
  let asked = 0
  let topic = ''
  let network: CaipNetworkId = first
  let held: (() => void)[] = []
  const knows = new Set<CaipNetworkId>([first, second])

  const accountsOn = (address: string) => [...knows].map((id) => `${id}:${address}`)
  const grant = () => {
    if (answer === 'noAccount') return grantOf([`${solana}:${sol}`], usualMethods)
    if (answer === 'badAddress') return grantOf([`${first}:${ada.slice(0, -1)}`], usualMethods)
    if (answer === 'tooManyAccounts') return grantOf(manyAccounts, usualMethods)
    return grantOf([...accountsOn(ada), ...accountsOn(eve)], usualMethods)
  }
  const actAsUser = async (): Promise<void> => {
    asked++
    if (answer === 'silence') await new Promise<void>((resolve) => held.push(resolve))
  }
  const scan = async (uri: string): Promise<void> => {
    const { id } = await wallet.scan(uri)
    await actAsUser()
    if (answer === 'reject') return client.reject({ id, reason: { code: 5000, message: 'User rejected.' } })
    const approved = await client.approve({ id, namespaces: grant() })
    topic = approved.topic
    await approved.acknowledged()
  }
  wallet.answer(async ({ method, params }) => {
    await actAsUser()
    if (answer === 'reject') throw { code: 5000, message: 'User rejected.' }
    if (method === 'personal_sign') return signature
    const [{ chainId }] = params as [{ chainId: string }]
    const wanted: CaipNetworkId = `eip155:${Number(chainId)}`
    if (method === 'wallet_switchEthereumChain' && !knows.has(wanted))
      throw { code: 4902, message: 'Unrecognized chain ID.' }
    knows.add(wanted)
    await (await client.update({ topic, namespaces: grant() })).acknowledged()
    return null
  })

  /**
   * Every code that is shown is scanned. Where the site switches without a request the wallet follows: it reads the network in each call.
   */
  const seen = (connector: Connector): Connector => ({
    ...connector,
    connect: (request) =>
      connector.connect({ ...request, onPairing: ({ uri }) => void scan(uri).catch(() => undefined) }),
    async switchNetwork(to) {
      await connector.switchNetwork(to)
      network = `eip155:${Number(await connector.request('eip155', { method: 'eth_chainId' }))}`
    },
  })
  const site = createSite(relay)
  const emit = (name: string, data: unknown) => void client.emit({ topic, chainId: first, event: { name, data } })
  return {
    connector: seen(site.connector),
    namespace: 'eip155',
    accounts: [{ address: ada }, { address: eve }],
    otherAccounts: [{ address: eve }, { address: ada }],
    network: first,
    otherNetwork: second,
    newNetwork: learned,
    call: { args: { method: 'personal_sign', params: ['0x00', ada] }, result: signature },
    answer(next) {
      answer = next
    },
    answerLate() {
      const letGo = held
      held = []
      for (const resolve of letGo) resolve()
    },
    asked: () => asked,
    reload: async () => seen(createSite(relay, {}, site.area).connector),
    useOtherAccount: () => emit('accountsChanged', [eve, ada]),
    end: () => void client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } }),
    moveTo(to) {
      network = to
      emit('chainChanged', Number(to.slice('eip155:'.length)))
    },
    pretendToMove: () => undefined,
    networkOf: () => network,
    listeners: () => 0,
    settled: () => new Promise((resolve) => setTimeout(resolve, 200)),
    async [Symbol.asyncDispose]() {},
  }
}

const isOnItsDevice = 'what travels is JSON that its own client makes and checks'
describeConnector('A wallet by WalletConnect', createWallet, {
  cannot: {
    lock: 'a locked wallet does not scan',
    throw: isOnItsDevice,
    wrongType: isOnItsDevice,
    badNetwork: 'it says no network of its own: a session has those that it approves',
    refuseNetwork: 'an approved network is a matter of the site; of others see createWalletConnectConnector.test.ts',
    waitToRestore: 'a session is kept at both ends, and nobody is asked',
  },
})
