/** A page of the site. Its text is `pages/<path>.md`, a document of the repository (`file`), or made from the code (`made`). */
export type Page = {
  /** Address on the site, without a slash at the start. */
  path: string
  /** As the sidebar has it. */
  title: string
  /** Path of a document in the repository: what it says is kept there alone. */
  file?: string
  made?: true
}

export type Section = { title: string; pages: readonly Page[] }

/** Every page that is written by hand or included, in the order of the sidebar. */
export const sections: readonly Section[] = [
  {
    title: 'Start',
    pages: [
      { path: 'start/overview', title: 'What Latchkey is' },
      { path: 'start/local-stack', title: 'Start the local stack' },
      { path: 'start/vite', title: 'Vite and React' },
      { path: 'start/next', title: 'Next.js' },
      { path: 'start/html', title: 'Plain HTML' },
      { path: 'start/vue', title: 'Vue' },
      { path: 'start/svelte', title: 'Svelte' },
    ],
  },
  {
    title: 'Concepts',
    pages: [
      { path: 'concepts/keys', title: 'Where the keys are' },
      { path: 'concepts/projects', title: 'Projects and origins' },
      { path: 'concepts/accounts', title: 'Accounts and networks' },
    ],
  },
  {
    title: 'Guides',
    pages: [
      { path: 'guides/sign-in', title: 'Sign-in methods' },
      { path: 'guides/wallets', title: 'External wallets' },
      { path: 'guides/networks', title: 'Networks' },
      { path: 'guides/viem', title: 'viem and ethers' },
      { path: 'guides/wagmi', title: 'wagmi' },
      { path: 'guides/solana', title: 'Solana' },
      { path: 'guides/bitcoin', title: 'Bitcoin' },
      { path: 'guides/server', title: 'Verify users on your server' },
      { path: 'guides/send', title: 'Send a transaction' },
      { path: 'guides/smart-accounts', title: 'Smart accounts' },
      { path: 'guides/sponsorship', title: 'Sponsor network fees' },
      { path: 'guides/permissions', title: 'Permissions' },
      { path: 'guides/theming', title: 'Theming' },
      { path: 'guides/events', title: 'State and events' },
      { path: 'guides/testing', title: 'Test with Playwright' },
      { path: 'guides/production', title: 'Go to production' },
    ],
  },
  {
    title: 'Reference',
    pages: [
      { path: 'reference/modal', title: '@latchkey/modal', made: true },
      { path: 'reference/react', title: '@latchkey/modal/react', made: true },
      { path: 'reference/wagmi', title: '@latchkey/modal/wagmi', made: true },
      { path: 'reference/element', title: '@latchkey/modal/element', made: true },
      { path: 'reference/theme', title: 'Theme variables', made: true },
      { path: 'reference/parts', title: 'Parts', made: true },
      { path: 'reference/texts', title: 'Texts', made: true },
      { path: 'reference/networks', title: 'Networks', made: true },
      { path: 'alerts', title: 'Alerts', made: true },
      { path: 'errors', title: 'Errors', made: true },
      { path: 'reference/server', title: '@latchkey/server', file: 'packages/server/README.md' },
      { path: 'reference/testing', title: '@latchkey/testing', file: 'packages/testing/README.md' },
      { path: 'reference/create-app', title: 'create-latchkey-app', file: 'packages/create-app/README.md' },
      { path: 'reference/cli', title: 'The latchkey command', file: 'packages/cli/README.md' },
      { path: 'reference/local-stack', title: 'Local stack', file: 'infra/local/README.md' },
      { path: 'reference/protocol', title: 'Frame protocol', file: 'docs/protocol.md' },
      { path: 'reference/changelog', title: 'Changelog', file: 'apps/modal/CHANGELOG.md' },
    ],
  },
  {
    title: 'Migrate',
    pages: [
      { path: 'migrate/appkit', title: 'From AppKit' },
      { path: 'migrate/rainbowkit', title: 'From RainbowKit' },
      { path: 'migrate/privy', title: 'From Privy' },
      { path: 'migrate/dynamic', title: 'From Dynamic' },
      { path: 'migrate/web3auth', title: 'From Web3Auth' },
    ],
  },
  {
    title: 'Operate',
    pages: [
      { path: 'operate/run', title: 'Run Latchkey', file: 'infra/README.md' },
      { path: 'operate/settings', title: 'Settings of api and custody', file: 'apps/combined/README.md' },
      { path: 'operate/social-login', title: 'Login providers', file: 'docs/social-login.md' },
      { path: 'operate/openid-connect', title: 'OpenID Connect', file: 'docs/oidc.md' },
      { path: 'operate/limits', title: 'Limits', file: 'docs/limits.md' },
      { path: 'operate/brand', title: 'Brand of a project', file: 'docs/operations/brand.md' },
      { path: 'operate/swaps', title: 'Swaps', file: 'docs/operations/swaps.md' },
      { path: 'operate/exchanges', title: 'Paying from an exchange', file: 'docs/operations/exchanges.md' },
      { path: 'operate/keys', title: 'Create and store keys', file: 'docs/operations/keys.md' },
      { path: 'operate/separation', title: 'Keep the authorities apart', file: 'docs/operations/separation.md' },
      { path: 'operate/incidents', title: 'Incident runbook', file: 'docs/operations/incidents.md' },
      { path: 'operate/service-kit', title: 'Keys, mail, and databases', file: 'packages/service-kit/README.md' },
      { path: 'operate/frame', title: 'Wallet frame', file: 'apps/secure-frame/README.md' },
    ],
  },
  {
    title: 'Security',
    pages: [
      { path: 'security/overview', title: 'What holds, and what does not' },
      { path: 'security/threat-model', title: 'Threat model', file: 'docs/threat-model.md' },
      { path: 'security/review', title: 'What became of the review', file: 'docs/security-review.md' },
      { path: 'security/confirm-rule', title: 'When Confirm works', file: 'docs/confirm-rule.md' },
      { path: 'security/report', title: 'Report a vulnerability', file: 'SECURITY.md' },
      { path: 'faq', title: 'FAQ' },
    ],
  },
]
