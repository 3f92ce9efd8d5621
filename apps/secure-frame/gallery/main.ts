import { openScenario } from '../src/approvals/openScenario.fixture.ts'
import { type ScenarioName, scenarios } from '../src/approvals/scenarios.fixture.ts'

// ?scenario=<name> &theme=light|dark &dir=rtl; without a scenario, links to all of them.
const query = new URLSearchParams(location.search)
const name = query.get('scenario')
document.documentElement.dir = query.get('dir') ?? 'ltr'

if (name !== null && Object.hasOwn(scenarios, name)) {
  openScenario(scenarios[name as ScenarioName], { mode: query.get('theme') === 'dark' ? 'dark' : 'light' })
} else {
  for (const each of Object.keys(scenarios)) {
    const link = document.createElement('a')
    link.href = `?${new URLSearchParams({ scenario: each })}`
    link.textContent = each
    const line = document.createElement('p')
    line.append(link)
    document.body.append(line)
  }
}
