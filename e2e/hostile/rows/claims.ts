import { toHex } from 'viem'
import type { Ground, Scenario } from '../Scenario.ts'
import { ask, openWallet, personalSign, realmAt, startAsking, until } from '../stage/testUser.ts'

/** The page's claims about itself, its theme, and the texts that it shows to the user. */

/** Shows an approval, inspects the wallet's document, and cancels the request. */
const look = async <seen>(
  ground: Ground,
  says: readonly (readonly [name: string, payload: unknown])[],
  request: object,
  see: (hosts: { stranger: string }) => seen,
): Promise<seen> => {
  const { stage } = ground
  const tab = await ground.openTab()
  await openWallet(stage, tab)
  for (const [name, payload] of says) await ask(tab, name, payload)
  await startAsking(tab, 'RPC_REQUEST', request)
  const wallet = realmAt(tab, stage.urls.wallet)
  await until(() => wallet.evaluate(() => document.querySelector('.wallet-intent') !== null, undefined))
  const seen = await wallet.evaluate(see, { stranger: stage.urls.stranger })
  await ask(tab, 'RPC_ABORT')
  return seen
}

const theme = (themeVariables: Record<string, unknown>) =>
  [['SYNC_THEME', { themeMode: 'dark', themeVariables, w3mThemeVariables: themeVariables }]] as const

const hostileValues = (leak: string): readonly string[] => [
  `url(${leak}/url)`,
  `red; background: url(${leak}/text)`,
  `expression(fetch('${leak}/expression'))`,
  'var(--lk-danger)',
  'inherit',
  'red !important',
  '}*{display:none}',
  `image-set("${leak}/set" 1x)`,
  '\\75rl(x)',
  '9'.repeat(200),
]

const claim = (fields: object) => ({
  projectId: 'demo',
  metadata: { name: 'Demo', description: '', url: 'https://bank.example', icons: [], ...fields },
})

export const claimRows: readonly Scenario[] = [
  {
    name: 'a theme of addresses, statements and other people’s variables',
    attack: async (ground) => {
      const leak = `${ground.stage.urls.stranger}/leak`
      const names = ['--lk-surface', '--lk-text', '--lk-accent', '--lk-font', '--lk-radius-card', '--lk-size-body']
      const says = hostileValues(leak).flatMap((value) => theme(Object.fromEntries(names.map((name) => [name, value]))))
      return await look(ground, says, personalSign('x', ground.testUser.address), () => {
        const styles = [...document.querySelectorAll('*')].map((element) => getComputedStyle(element))
        const rules = [...document.documentElement.style].map((name) =>
          document.documentElement.style.getPropertyValue(name),
        )
        return {
          images: styles.filter(({ backgroundImage }) => backgroundImage.includes('leak')).length,
          hidden: styles.filter(({ display }) => display === 'none').length === styles.length,
          foreign: rules.filter((value) => /url|var\(|expression|important|inherit|[{}\\]/.test(value)),
        }
      })
    },
    gets: { images: 0, hidden: false, foreign: [] },
  },
  {
    name: 'a theme with names that are none',
    attack: (ground) =>
      look(
        ground,
        theme({ '--evil': 'red', display: 'none', constructor: 'x', cssText: 'display:none', 'background-image': 'x' }),
        personalSign('x', ground.testUser.address),
        () => [getComputedStyle(document.body).display, document.documentElement.style.getPropertyValue('--evil')],
      ),
    gets: ['block', ''],
  },
  {
    name: 'a theme that makes text invisible and danger look safe',
    attack: (ground) =>
      look(
        ground,
        theme({
          '--lk-text': '#123456',
          '--lk-surface': '#123456',
          '--lk-danger': '#00ff00',
          '--lk-warning': '#00ff00',
        }),
        personalSign('x', ground.testUser.address),
        () => {
          const value = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name)
          return [
            value('--lk-text') === value('--lk-surface'),
            /00ff00/i.test(value('--lk-danger') + value('--lk-warning')),
          ]
        },
      ),
    gets: [false, false],
  },
  {
    name: 'a name, an address and icons of somebody else',
    attack: async (ground) => {
      const leak = `${ground.stage.urls.stranger}/leak`
      const lies = claim({
        name: `bank.example‮ <img src="${leak}/name" id="evil">\n\n${'Verified '.repeat(5)}`,
        icons: [`${leak}/icon`, 'javascript:alert(1)', `data:image/svg+xml,<svg onload="fetch('${leak}/svg')"/>`],
      })
      const seen = await look(ground, [['SYNC_DAPP_DATA', lies]], personalSign('x', ground.testUser.address), () => ({
        host: document.querySelector('.wallet-origin-host')?.textContent,
        claims: document.querySelector('.wallet-origin-text')?.textContent?.includes('(name not verified)'),
        length: document.querySelector('.wallet-origin-text')?.textContent?.length,
        elements: document.querySelectorAll('#evil, img[src*=leak]').length,
      }))
      return { ...seen, host: seen.host === new URL(ground.stage.urls.listed).host, length: (seen.length ?? 999) < 120 }
    },
    gets: { host: true, claims: true, length: true, elements: 0 },
  },
  {
    name: 'a message of markup, reordering signs and ten thousand lines',
    attack: (ground) =>
      look(
        ground,
        [],
        {
          method: 'personal_sign',
          params: [
            toHex(`<script id="evil"></script><img id="evil" src="x">‮ yap lliw uoy${'\n'.repeat(10_000)}Send all`),
            ground.testUser.address,
          ],
        },
        () => {
          const confirm = [...document.querySelectorAll('button')].find(({ textContent }) =>
            /Sign/.test(textContent ?? ''),
          )
          const { bottom = Number.POSITIVE_INFINITY } = confirm?.getBoundingClientRect() ?? {}
          return { elements: document.querySelectorAll('#evil').length, buttonInView: bottom <= innerHeight }
        },
      ),
    gets: { elements: 0, buttonInView: true },
  },
]
