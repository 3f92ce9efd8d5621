/** Restores the workspace's manifest once npm has packed this folder: `postpack` of each package that we publish. */
import { restoreManifest } from './packing.ts'

restoreManifest(process.cwd())
