import type { Translation } from '../index.ts';
import { CITED } from './cited.ts';

export const provenance: Translation<'provenance'> = {
  'provenance.measured': '实测',
  'provenance.measured.hint': '此刻在本机上测得。',
  'provenance.modelled': '建模',
  'provenance.modelled.hint': '由指定机器或布局的模型算出。',
  'provenance.published': '已发表',
  'provenance.published.hint': '由他人测量并发表；注明来源。',
  'provenance.real': '真实 PostgreSQL',
  'provenance.real.hint': '在指定版本的真实 PostgreSQL 服务器上观察到。',
  'provenance.cited': (p) => CITED[p.text] ?? p.text,
};
