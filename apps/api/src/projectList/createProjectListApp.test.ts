import type { Project } from '@latchkey/service-kit/projects/projects'
import { expect, test } from 'vitest'
import { createProjectListApp } from './createProjectListApp.ts'

const demo: Project = { id: 'demo', name: 'Demo', origins: ['https://a.example'], approvals: 'auto' }

test('the list has ids and origins and nothing else, and is sent again only when it has changed', async () => {
  const projects = [demo]
  const app = createProjectListApp({ list: () => projects })
  const ask = (tag = '') => app.request('/projects', { headers: { 'If-None-Match': tag } })
  const first = await ask()
  expect(await first.json()).toEqual({ projects: [{ id: 'demo', origins: ['https://a.example'] }] })
  const tag = first.headers.get('etag') ?? ''
  const second = await ask(tag)
  expect([second.status, await second.text()]).toEqual([304, ''])
  projects.push({ ...demo, id: 'other' })
  expect(await (await ask(tag)).json()).toMatchObject({ projects: [{ id: 'demo' }, { id: 'other' }] })
})
