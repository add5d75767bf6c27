import { expect, test } from 'vitest';
import { cpuList, socketsHere } from './sockets.ts';

const linux = (allowed: string, packages: readonly string[], flags: string) => (file: string) => {
  if (file === '/proc/self/status') return `Name:\tnode\nCpus_allowed_list:\t${allowed}\nMems_allowed:\t1\n`;
  if (file === '/proc/cpuinfo') return `processor\t: 0\nflags\t\t: ${flags}\n`;
  const cpu = /cpu(\d+)\/topology/.exec(file)?.[1];
  return packages[Number(cpu)] ?? null;
};

test('sockets are counted among the processors that the process may use', () => {
  const two = ['0\n', '1\n', '0\n', '1\n'];
  expect(socketsHere(linux('0-3', two, 'fpu vme'))).toEqual({ sockets: 2, isVirtual: false });
  expect(socketsHere(linux('0,2', two, 'fpu hypervisor lahf_lm'))).toEqual({ sockets: 1, isVirtual: true });
});

test('what the system does not say is unknown', () => {
  expect(socketsHere(() => null)).toEqual({ sockets: null, isVirtual: null });
  expect(socketsHere(linux('0-1', ['-1', '-1'], ''))).toMatchObject({ sockets: null });
  expect(socketsHere(linux('0-2', ['0', '0'], ''))).toMatchObject({ sockets: null });
});

test('a list of processors is numbers and ranges, or nothing', () => {
  expect(cpuList('0-2,5')).toEqual([0, 1, 2, 5]);
  for (const wrong of ['', '3-1', 'x', '1,', '-1']) expect(cpuList(wrong)).toBeNull();
});
