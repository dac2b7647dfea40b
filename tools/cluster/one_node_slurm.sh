#!/bin/sh
# Runs a command under a Slurm that has this machine alone, and takes it down again:
#
#   tools/cluster/one_node_slurm.sh COMMAND ARGUMENT...
#
# Needs root and Debian's slurm-wlm and munge. All its files are in a temporary folder, which
# SLURM_CONF and the daemons' options name; a Slurm of the machine itself is not touched.
set -eu
folder=$(mktemp -d /tmp/one-node-slurm.XXXXXX)
daemons=
finish() {
  for daemon in $daemons; do kill "$daemon" 2> /dev/null || true; done
  sleep 1
  for daemon in $daemons; do kill -9 "$daemon" 2> /dev/null || true; done
  rm -rf "$folder"
}
trap finish EXIT
trap 'exit 1' INT TERM

# munge: a key of its own. It wants a folder that only root writes to, on a path that all may read.
chmod 755 "$folder"
mkdir "$folder/munge" "$folder/state" "$folder/spool"
dd if=/dev/urandom of="$folder/munge/key" bs=1024 count=1 2> /dev/null
chmod 400 "$folder/munge/key"
munged --foreground --force --num-threads=1 --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
  --pid-file="$folder/munge/pid" --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" \
  2> "$folder/munge/out" &
daemons=$!

name=$(hostname -s)
cpus=$(nproc)
cat > "$folder/slurm.conf" << END
ClusterName=one
SlurmctldHost=$name(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CredType=cred/munge
SlurmctldPort=$((20000 + $$ % 10000))
SlurmdPort=$((30000 + $$ % 10000))
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1
JobCompType=jobcomp/filetxt
JobCompLoc=$folder/finished
KillWait=5
ReturnToService=2
NodeName=$name NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=all Nodes=$name Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$folder/slurm.conf"
slurmctld -D -i > "$folder/out" 2>&1 &
daemons="$daemons $!"
slurmd -D > "$folder/out" 2>&1 &
daemons="$daemons $!"
for second in $(seq 30); do
  [ "$(sinfo --noheader --format=%t 2> /dev/null)" = idle ] && break
  if [ "$second" = 30 ]; then
    tail -n 20 "$folder"/*.log "$folder/munge/out" >&2
    echo "one_node_slurm.sh: Slurm does not start" >&2
    exit 1
  fi
  sleep 1
done
code=0
ONE_NODE_SLURM="$folder" "$@" || code=$?
# A line for each job that has ended: how Slurm accounts for it.
[ ! -f "$folder/finished" ] || cut -c 1-200 "$folder/finished"
exit "$code"
