import { version } from '../../package.json';

/** The program's name and version, as it stands in manifests. */
export function appName(): string {
  return `crossroads ${version}`;
}
