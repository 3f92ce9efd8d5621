import { windowPath } from '../approvalWindow/windowPath.ts'
import { loadingPath, resultPath } from '../session/windowPaths.ts'

/** What a document may reach beyond its own files. */
export type Reach = 'api' | 'custody' | 'vault'

export type PageRow = {
  title: string
  /**
   * `frame`: embedded by the pages of the project that its address names. `window`: opened by a frame of such a project, to
   * which it talks. `popup`: opened by a page that has sent a person to sign in, to which it talks, or by the provider; it names
   * no project. `page`: opened by a person; nobody embeds it, and no window that opened it keeps hold of it.
   */
  kind: 'frame' | 'window' | 'popup' | 'page'
  reaches: readonly Reach[]
}

/**
 * The documents of the wallet origin, by path. They run one entry (`main.ts`), which loads what its path needs; the server
 * derives headers and facts of each from here.
 */
export const pages = {
  '/sdk': { title: 'Latchkey wallet', kind: 'frame', reaches: ['api', 'custody', 'vault'] },
  [windowPath]: { title: 'Latchkey wallet', kind: 'window', reaches: [] },
  [loadingPath]: { title: 'One moment', kind: 'popup', reaches: [] },
  [resultPath]: { title: 'Sign in', kind: 'popup', reaches: ['api'] },
  '/': { title: 'Latchkey wallet', kind: 'page', reaches: ['api', 'custody', 'vault'] },
  '/device-link': { title: 'Approve a device', kind: 'page', reaches: ['api'] },
  '/undo-email-change': { title: 'Take your email address back', kind: 'page', reaches: ['api', 'custody'] },
} as const satisfies Record<string, PageRow>

export type PagePath = keyof typeof pages
