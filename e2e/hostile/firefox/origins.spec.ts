import { originRows } from '../rows/origins.ts'
import { scenarios } from './scenarios.ts'

scenarios('origins', originRows)
