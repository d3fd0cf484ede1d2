import { RUNTIME_IDS, type RuntimeId } from './runtime-id.js';

export interface Runtime {
  nodeJsVersion: string;
  multiStepSupport: boolean;
}

const runtime = (nodeJsVersion: string, multiStepSupport = true): Runtime => ({ nodeJsVersion, multiStepSupport });

/** Reference 3.12. Multi-step checks came with 2023.09. */
export const RUNTIMES: Readonly<Record<RuntimeId, Runtime>> = {
  '2026.04': runtime('24.13.1'),
  '2025.04': runtime('22.11.0'),
  '2024.09': runtime('18.20.3'),
  '2024.02': runtime('18.20.3'),
  '2023.09': runtime('18.20.3'),
  '2023.02': runtime('16.20.2', false),
  '2022.10': runtime('16.20.2', false),
};

export const isRuntimeId = (id: string): id is RuntimeId => (RUNTIME_IDS as readonly string[]).includes(id);
