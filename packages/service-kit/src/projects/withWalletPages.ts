import { walletProjectId } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { Project, Projects } from './projects.ts'

/**
 * Returns the listed projects and that of the wallet's own pages: project `wallet` has only the wallet origin, and no other project has
 * that one, whatever the list contains. Users know those pages by their host.
 *
 * `smartAccounts`: all networks (CAIP-2) that have them, since users revoke their smart accounts' permissions there.
 */
export function withWalletPages(listed: Projects, walletOrigin: string, smartAccounts: string[] = []): Projects {
  const pages: Project = {
    id: walletProjectId,
    name: new URL(walletOrigin).host,
    origins: [walletOrigin],
    approvals: 'auto',
    smartAccounts,
  }
  const withoutPages = (project: Project): Project => ({
    ...project,
    origins: project.origins.filter((origin) => origin !== walletOrigin),
  })
  const find = (projectId: string): Project =>
    projectId === walletProjectId ? pages : withoutPages(listed.find(projectId))
  return {
    list: () => [
      pages,
      ...listed
        .list()
        .filter(({ id }) => id !== walletProjectId)
        .map(withoutPages),
    ],
    find,
    requireOrigin(projectId, origin) {
      const isWalletPage = origin === walletOrigin
      if (isWalletPage !== (projectId === walletProjectId)) {
        find(projectId)
        throw new AppError('ORIGIN_NOT_ALLOWED')
      }
      return isWalletPage ? pages : listed.requireOrigin(projectId, origin)
    },
  }
}
