import { createHash } from 'node:crypto'
import { type ProjectList, projectListPath } from '@latchkey/api-client/projectList'
import type { AppEnvironment } from '@latchkey/service-kit/http/createAuthorityApp'
import type { Projects } from '@latchkey/service-kit/projects/projects'
import { Hono } from 'hono'

/**
 * Serves frame servers, which poll every few seconds: which pages may embed the wallet of each project. Without a change the response is
 * 304. Anyone who can reach its port may read it.
 */
export function createProjectListApp(projects: Pick<Projects, 'list'>): Hono<AppEnvironment> {
  return new Hono<AppEnvironment>().get(projectListPath, (context) => {
    const list: ProjectList = { projects: projects.list().map(({ id, origins }) => ({ id, origins })) }
    const body = JSON.stringify(list)
    const tag = `"${createHash('sha256').update(body).digest('base64url')}"`
    const headers = { 'Cache-Control': 'no-store', ETag: tag, 'X-Content-Type-Options': 'nosniff' }
    return context.req.header('if-none-match') === tag
      ? context.body(null, 304, headers)
      : context.body(body, 200, { ...headers, 'Content-Type': 'application/json' })
  })
}
