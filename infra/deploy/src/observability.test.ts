import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findOnPath } from '../../../scripts/findOnPath.ts'
import { house } from './readCompose.ts'

const folder = join(house, 'infra/observability')
const promtool = findOnPath(['promtool'])

// apps/combined/test/metrics.test.ts checks that a running service exports these metrics.
describe.each(promtool === undefined ? [] : [promtool])('by %s', (program) => {
  test.each([
    ['check', 'config', 'prometheus.yml'],
    ['check', 'rules', '--lint=all', '--lint-fatal', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ])('%s %s passes', (...words) => {
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' })
    expect([status, status === 0 ? '' : `${stdout}${stderr}`]).toEqual([0, ''])
  })
})

test('each alert says how urgent it is and what it means, and is tested', () => {
  const alerts = [
    ...readFileSync(join(folder, 'alerts.yml'), 'utf8').matchAll(/^ {6}- alert: (\w+)\n((?: {8}.*\n)+)/gm),
  ]
  const tests = readFileSync(join(folder, 'alerts.test.yml'), 'utf8')
  expect(alerts.length).toBeGreaterThan(20)
  for (const [, name = '', rule] of alerts) {
    expect(rule).toMatch(/severity: (?:critical|warning)/)
    expect(rule).toContain('summary: ')
    expect([name, new RegExp(`\\b${name}\\b`).test(tests)]).toEqual([name, true])
  }
})

test('no two panels of the dashboard overlap, and its reader chooses the data source', () => {
  const { panels } = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8'))
  const places = panels.map(({ gridPos: { x, y } }: { gridPos: { x: number; y: number } }) => `${x} ${y}`)
  expect(new Set(places).size).toBe(panels.length)
  for (const { type, datasource } of panels) if (type !== 'row') expect(datasource).toBe('$datasource')
})
