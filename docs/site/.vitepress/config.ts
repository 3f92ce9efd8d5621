import { defineConfig } from 'vitepress'
import { sections } from '../src/outline.ts'
import { slugOf } from '../src/slugOf.ts'

const startOf = (title: string): string =>
  `/${sections.find((section) => section.title === title)?.pages[0]?.path ?? ''}`

export default defineConfig({
  title: 'Latchkey',
  description: 'Wallet connection and sign-in that you run yourself',
  lang: 'en-US',
  srcDir: '.pages',
  outDir: 'dist',
  cacheDir: '../../node_modules/.cache/vitepress',
  cleanUrls: true,
  // A page that a search engine or a stylesheet asks for must not go to another host.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  metaChunk: true,
  markdown: {
    // Documents of the repository have placeholders such as <wallet url>.
    html: false,
    anchor: { slugify: slugOf },
    headers: { slugify: slugOf },
    toc: { slugify: slugOf },
    // Braces in a text are braces, and no expression of Vue's.
    config: ({ renderer: { rules } }) => {
      for (const name of ['text', 'code_inline'] as const) {
        const render = rules[name]
        if (render !== undefined) rules[name] = (...given) => render(...given).replaceAll('{{', '&#123;&#123;')
      }
    },
  },
  // The local stack's own addresses are no pages.
  ignoreDeadLinks: [/^https?:\/\/(localhost|127\.0\.0\.1)/],
  vite: {
    logLevel: 'warn',
    build: { chunkSizeWarningLimit: 2000 },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: startOf('Start') },
      { text: 'Guides', link: startOf('Guides') },
      { text: 'Reference', link: startOf('Reference') },
      { text: 'Operate', link: startOf('Operate') },
      { text: 'Security', link: startOf('Security') },
    ],
    sidebar: sections.map(({ title, pages }) => ({
      text: title,
      collapsed: !['Start', 'Concepts', 'Guides'].includes(title),
      items: pages.map((page) => ({ text: page.title, link: `/${page.path}` })),
    })),
    footer: { message: 'Latchkey is open source under Apache-2.0.' },
  },
})
