import { callsScenarios } from '../src/approvals/callsScenarios.fixture.ts'
import { openScenario } from '../src/approvals/openScenario.fixture.ts'
import { permissionScenarios } from '../src/approvals/permissionScenarios.fixture.ts'
import { type Scenario, scenarios } from '../src/approvals/scenarios.fixture.ts'
import { solanaScenarios } from '../src/approvals/solanaScenarios.fixture.ts'

// ?scenario=<name> &theme=light|dark &dir=rtl; without a scenario, links to all of them.
const query = new URLSearchParams(location.search)
const name = query.get('scenario')
const all: Record<string, Scenario> = { ...scenarios, ...callsScenarios, ...permissionScenarios, ...solanaScenarios }
const scenario = name !== null && Object.hasOwn(all, name) ? all[name] : undefined
document.documentElement.dir = query.get('dir') ?? 'ltr'

if (scenario !== undefined) {
  openScenario(scenario, { mode: query.get('theme') === 'dark' ? 'dark' : 'light' })
} else {
  for (const each of Object.keys(all)) {
    const link = document.createElement('a')
    link.href = `?${new URLSearchParams({ scenario: each })}`
    link.textContent = each
    const line = document.createElement('p')
    line.append(link)
    document.body.append(line)
  }
}
