import type { AreaFindings } from '../deployment/Finding.ts'
import { type DeploymentOptions, readDeployment } from '../deployment/readDeployment.ts'
import type { Check } from './Check.ts'
import { checkChains } from './checks/checkChains.ts'
import { checkDocuments } from './checks/checkDocuments.ts'
import { checkMail } from './checks/checkMail.ts'
import { checkNames } from './checks/checkNames.ts'
import { checkOrigins } from './checks/checkOrigins.ts'
import { checkPrivacy } from './checks/checkPrivacy.ts'
import { checkScripts } from './checks/checkScripts.ts'
import { checkServices } from './checks/checkServices.ts'
import { checkSite } from './checks/checkSite.ts'
import { checkStatus } from './checks/checkStatus.ts'
import { checkTls } from './checks/checkTls.ts'

const checks: readonly Check[] = [
  checkNames,
  checkTls,
  checkOrigins,
  checkDocuments,
  checkScripts,
  checkServices,
  checkStatus,
  checkChains,
  checkMail,
  checkPrivacy,
  checkSite,
]

/** The area that a dapp's developer checks. */
export const siteAreas: readonly string[] = [checkSite.area]
/** The areas that an operator checks: all but those of a dapp's own site. */
export const deploymentAreas: readonly string[] = checks
  .map(({ area }) => area)
  .filter((area) => area !== checkSite.area)

/**
 * Checks a deployment from a user's position, and yields its findings, area by area. It changes nothing there: it reads documents, public
 * keys and states, requests the newest block of each chain, and connects to ports.
 */
export async function* diagnose(
  options: DeploymentOptions,
  areas: readonly string[] = deploymentAreas,
): AsyncGenerator<AreaFindings> {
  const deployment = await readDeployment(options)
  for (const { area, run } of checks) if (areas.includes(area)) yield { area, findings: await run(deployment) }
}
