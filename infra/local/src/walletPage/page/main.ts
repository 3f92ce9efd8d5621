import { t } from '@latchkey/copy/localWallet'
import type { WalletPageFacts } from '../walletPageFacts.ts'
import { describeRequest } from './describeRequest.ts'
import { button, element, section } from './element.ts'
import type { PendingRequest, Proposal } from './followPending.ts'
import { openKeys } from './keys.ts'
import { type Namespace, namespaceNames } from './namespaces.ts'
import { openWallet, type Session } from './openWallet.ts'

const facts = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="latchkey-wallet"]')?.content ?? '',
) as WalletPageFacts
const main = document.querySelector<HTMLElement>('#wallet') as HTMLElement
const status = document.querySelector<HTMLElement>('#status') as HTMLElement

const keys = await openKeys()
const say = (text: string): void => {
  status.textContent = text
}
/** Runs an action, and shows its outcome. */
const run = async (act: Promise<void>, done: string): Promise<void> => {
  try {
    await act
    say(done)
  } catch (thrown) {
    say(thrown instanceof Error ? thrown.message : t('failed'))
  }
}

const wallet = await openWallet(facts, keys, () => render())

/** CAIP-2 ids of Solana's clusters mean nothing to users. */
const chainName = (chain: string): string =>
  facts.chains.find(({ id }) => chain === `eip155:${id}`)?.name ??
  (chain.startsWith('solana:') ? t('solanaCluster') : chain)
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
    t('proposal.title'),
    siteFacts(name, url),
    boxes.length > 0
      ? element(
          'fieldset',
          {},
          element('legend', { textContent: t('proposal.allow') }),
          ...boxes.map(({ label }) => label),
        )
      : element('p', { textContent: t('proposal.noNetworks') }),
    element(
      'div',
      { className: 'buttons' },
      button(t('proposal.reject'), () => void run(wallet.reject(proposal), t('rejected'))),
      button(
        t('proposal.approve'),
        () => void run(wallet.approve(proposal, chosen()), t('proposal.connected', { site: name })),
        {
          className: 'main',
          disabled: boxes.length === 0,
        },
      ),
    ),
  )
  card.className = 'asks'
  return card
}

const requestCard = (request: PendingRequest): HTMLElement => {
  const { title, facts: rows } = describeRequest(request.params.request)
  const site = wallet.sessions().find(({ topic }) => topic === request.topic)?.peer.metadata
  const card = section(
    t('request.title'),
    site !== undefined && siteFacts(site.name, site.url),
    element('p', {}, element('strong', { textContent: title })),
    element('p', { className: 'soft', textContent: t('onChain', { chain: chainName(request.params.chainId) }) }),
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
      button(t('request.reject'), () => void run(wallet.rejectRequest(request), t('rejected'))),
      button(t('request.approve'), () => void run(wallet.approveRequest(request), t('request.done')), {
        className: 'main',
      }),
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
    button(
      t('session.disconnect'),
      () => void run(wallet.disconnect(session), t('session.disconnected', { site: name })),
      {
        ariaLabel: t('session.disconnectSite', { site: name }),
      },
    ),
  )
}

const accountPart = (): HTMLElement => {
  const radios = keys.evm.map(({ address }, index) => {
    const radio = element('input', { type: 'radio', name: 'account', checked: wallet.account() === index })
    radio.onchange = () => void run(wallet.useAccount(index), t('accounts.isInUse', { number: index + 1 }))
    return element(
      'label',
      {},
      radio,
      t('accounts.account', { number: index + 1 }),
      element('code', { textContent: address }),
    )
  })
  const networks = element('select', { ariaLabel: t('network') })
  for (const chain of wallet.served())
    networks.append(
      element('option', { value: chain, textContent: chainName(chain), selected: chain === wallet.chain() }),
    )
  networks.onchange = () =>
    void run(wallet.switchChain(networks.value), t('onChain', { chain: chainName(networks.value) }))
  const solana = element(
    'p',
    { className: 'soft' },
    namespaceNames.solana,
    ' ',
    element('code', { textContent: keys.solana.address }),
  )
  return section(
    t('accounts.title'),
    element('fieldset', {}, element('legend', { textContent: t('accounts.inUse') }), ...radios),
    solana,
    element(
      'div',
      { className: 'row' },
      networks,
      button(t('accounts.takeAway'), () => void run(wallet.takeAccountsAway(), t('accounts.takenAway'))),
      button(t(wallet.isOnline() ? 'accounts.goOffline' : 'accounts.goOnline'), () => {
        const next = !wallet.isOnline()
        void run(wallet.setOnline(next), t(next ? 'accounts.online' : 'accounts.offline'))
      }),
    ),
  )
}

const uri = element('input', {
  type: 'text',
  // not words: how such an address begins.
  placeholder: 'wc:…',
  ariaLabel: t('pair.address'),
  autocomplete: 'off',
  spellcheck: false,
})
const pairForm = element('form', {}, uri, element('button', { className: 'main', textContent: t('pair.action') }))
pairForm.onsubmit = (event) => {
  event.preventDefault()
  void run(wallet.pair(uri.value.trim()), t('pair.waiting')).then(() => {
    uri.value = ''
  })
}
/** Never redrawn: the user may be typing in it. */
const pairPart = section(t('pair.title'), pairForm)
const news = element('div')
const rest = element('div')
main.append(news, pairPart, rest)

function render(): void {
  news.replaceChildren(...wallet.requests().map(requestCard), ...wallet.proposals().map(proposalCard))
  const sessions = wallet.sessions()
  rest.replaceChildren(
    accountPart(),
    section(
      t('session.title'),
      sessions.length > 0
        ? element('ul', {}, ...sessions.map(sessionRow))
        : element('p', { className: 'soft', textContent: t('session.none') }),
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
await fund().catch(() => say(t('noCoins')))
main.ariaBusy = 'false'
const given = new URLSearchParams(location.search).get('uri')
// It carries the pairing's one-time key: it must not stay in the history or survive a reload.
if (given !== null) {
  history.replaceState(null, '', location.pathname)
  await run(wallet.pair(given), t('pair.waiting'))
}
