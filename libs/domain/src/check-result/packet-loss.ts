import type { CheckType } from '../check/check-type.js';
import type { PacketLossThresholds } from '../check/icmp-request.js';

/** Reference 3.4: per cent, where a check names none. */
export const DEFAULT_LOSS_THRESHOLDS: PacketLossThresholds = {
  degradedPacketLossThreshold: 10,
  maxPacketLossThreshold: 20,
};

interface IcmpLimits {
  checkType: CheckType;
  settings?: Readonly<Record<string, unknown>>;
}

/**
 * Reference 5.3: lost pings, in per cent, against the check's thresholds. Reaching a threshold is being over it, as with all
 * limits; a threshold of 0 is reached by any loss, not by none.
 */
export function lossReasons(
  packetLoss: number | undefined,
  { checkType, settings = {} }: IcmpLimits,
): { failures: string[]; degradations: string[] } {
  if (checkType !== 'ICMP' || packetLoss === undefined || packetLoss === 0) return { failures: [], degradations: [] };
  const failsAt = threshold(settings, 'maxPacketLossThreshold');
  if (packetLoss >= failsAt) return { failures: [reason(packetLoss, failsAt)], degradations: [] };
  const degradesAt = threshold(settings, 'degradedPacketLossThreshold');
  return { failures: [], degradations: packetLoss >= degradesAt ? [reason(packetLoss, degradesAt)] : [] };
}

function threshold(settings: Readonly<Record<string, unknown>>, name: keyof PacketLossThresholds): number {
  const own = settings[name];
  return typeof own === 'number' ? own : DEFAULT_LOSS_THRESHOLDS[name];
}

const reason = (loss: number, limit: number) =>
  `The packet loss of ${Math.round(loss * 10) / 10}% reached the limit of ${limit}%`;
