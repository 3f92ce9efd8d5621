import type { WalletPageFacts } from '../walletPageFacts.ts'
import { describeRequest } from './describeRequest.ts'
import { button, element, section } from './element.ts'
import { openKeys } from './keys.ts'
import { type Namespace, namespaceNames } from './namespaces.ts'
import { openWallet, type PendingRequest, type Proposal, type Session } from './openWallet.ts'

const facts = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="latchkey-wallet"]')?.content ?? '',
) as WalletPageFacts
const main = document.querySelector<HTMLElement>('#wallet') as HTMLElement
const status = document.querySelector<HTMLElement>('#status') as HTMLElement

const keys = await openKeys()
const say = (text: string): void => {
  status.textContent = text
}
/** Do something, and say how it went. */
const run = async (act: Promise<void>, done: string): Promise<void> => {
  try {
    await act
    say(done)
  } catch (thrown) {
    say(thrown instanceof Error ? thrown.message : 'Something went wrong')
  }
}

const wallet = await openWallet(facts, keys, () => render())

/** CAIP-2 ids of Solana's clusters say nothing to a reader. */
const chainName = (chain: string): string =>
  facts.chains.find(({ id }) => chain === `eip155:${id}`)?.name ??
  (chain.startsWith('solana:') ? 'a Solana cluster' : chain)
const siteFacts = (name: string, url: string) =>
  element('p', {}, element('strong', { textContent: name }), ' ', element('code', { textContent: url }))

const proposalCard = (proposal: Proposal): HTMLElement => {
  const { name, url } = proposal.params.proposer.metadata
  const offered = wallet.offered(proposal)
  const boxes = (Object.keys(offered) as Namespace[]).map((namespace) => {
    const box = element('input', { type: 'checkbox', checked: true, value: namespace })
    const chains = (offered[namespace] ?? []).map(chainName).join(', ')
    const label = element(
      'label',
      {},
      box,
      namespaceNames[namespace],
      element('span', { className: 'soft', textContent: chains }),
    )
    return { box, label }
  })
  const chosen = () => boxes.flatMap(({ box }) => (box.checked ? [box.value as Namespace] : []))
  const card = section(
    'Connection request',
    siteFacts(name, url),
    boxes.length > 0
      ? element('fieldset', {}, element('legend', { textContent: 'Allow' }), ...boxes.map(({ label }) => label))
      : element('p', { textContent: 'It wants networks that this wallet does not have.' }),
    element(
      'div',
      { className: 'buttons' },
      button('Reject connection', () => void run(wallet.reject(proposal), 'Rejected')),
      button('Approve connection', () => void run(wallet.approve(proposal, chosen()), `Connected to ${name}`), {
        className: 'main',
        disabled: boxes.length === 0,
      }),
    ),
  )
  card.className = 'asks'
  return card
}

const requestCard = (request: PendingRequest): HTMLElement => {
  const { title, facts: rows } = describeRequest(request.params.request)
  const site = wallet.sessions().find(({ topic }) => topic === request.topic)?.peer.metadata
  const card = section(
    'Request',
    site !== undefined && siteFacts(site.name, site.url),
    element('p', {}, element('strong', { textContent: title }), ' on ', chainName(request.params.chainId)),
    element(
      'dl',
      {},
      ...rows.map(([name, value]) =>
        element('div', {}, element('dt', { textContent: name }), element('dd', { textContent: value, tabIndex: 0 })),
      ),
    ),
    element(
      'div',
      { className: 'buttons' },
      button('Reject request', () => void run(wallet.rejectRequest(request), 'Rejected')),
      button('Approve request', () => void run(wallet.approveRequest(request), 'Done'), { className: 'main' }),
    ),
  )
  card.className = 'asks'
  return card
}

const sessionRow = (session: Session): HTMLElement => {
  const { name, url } = session.peer.metadata
  return element(
    'li',
    { className: 'row' },
    element('span', {}, element('strong', { textContent: name }), ' ', element('code', { textContent: url })),
    button('Disconnect', () => void run(wallet.disconnect(session), `Disconnected from ${name}`), {
      ariaLabel: `Disconnect ${name}`,
    }),
  )
}

const accountPart = (): HTMLElement => {
  const radios = keys.evm.map(({ address }, index) => {
    const radio = element('input', { type: 'radio', name: 'account', checked: wallet.account() === index })
    radio.onchange = () => void run(wallet.useAccount(index), `Account ${index + 1} is in use`)
    return element('label', {}, radio, `Account ${index + 1}`, element('code', { textContent: address }))
  })
  const networks = element('select', { ariaLabel: 'Network' })
  for (const chain of wallet.served())
    networks.append(
      element('option', { value: chain, textContent: chainName(chain), selected: chain === wallet.chain() }),
    )
  networks.onchange = () => void run(wallet.switchChain(networks.value), `On ${chainName(networks.value)}`)
  const solana = element('p', { className: 'soft' }, 'Solana ', element('code', { textContent: keys.solana.address }))
  return section(
    'Accounts',
    element('fieldset', {}, element('legend', { textContent: 'In use' }), ...radios),
    solana,
    element(
      'div',
      { className: 'row' },
      networks,
      button('Take accounts away', () => void run(wallet.takeAccountsAway(), 'No account is shared')),
      button(wallet.isOnline() ? 'Go offline' : 'Go online', () => {
        const next = !wallet.isOnline()
        void run(wallet.setOnline(next), next ? 'Online' : 'Offline')
      }),
    ),
  )
}

const uri = element('input', {
  type: 'text',
  placeholder: 'wc:…',
  ariaLabel: 'Pairing address',
  autocomplete: 'off',
  spellcheck: false,
})
const pairForm = element('form', {}, uri, element('button', { className: 'main', textContent: 'Pair' }))
pairForm.onsubmit = (event) => {
  event.preventDefault()
  void run(wallet.pair(uri.value.trim()), 'Waiting for the site').then(() => {
    uri.value = ''
  })
}
/** Stays as it is: the visitor may be typing in it. */
const pairPart = section('Pair with a site', pairForm)
const news = element('div')
const rest = element('div')
main.append(news, pairPart, rest)

function render(): void {
  news.replaceChildren(...wallet.requests().map(requestCard), ...wallet.proposals().map(proposalCard))
  const sessions = wallet.sessions()
  rest.replaceChildren(
    accountPart(),
    section(
      'Connected sites',
      sessions.length > 0
        ? element('ul', {}, ...sessions.map(sessionRow))
        : element('p', { className: 'soft', textContent: 'None yet.' }),
    ),
  )
}

const fund = async (): Promise<void> => {
  for (const { address } of keys.evm)
    await fetch('/fund', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ address }),
    })
}

render()
await fund().catch(() => say('The accounts have no coins: the chains cannot be reached'))
main.ariaBusy = 'false'
const given = new URLSearchParams(location.search).get('uri')
// It carries the key of the pairing and is good for one: neither for the history nor for a reload.
if (given !== null) {
  history.replaceState(null, '', location.pathname)
  await run(wallet.pair(given), 'Waiting for the site')
}
