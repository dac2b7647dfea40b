#!/bin/sh
# Runs a command under its own Slurm, whose nodes are all on this machine, and shuts it down again:
#
#   tools/cluster/test_slurm.sh [--nodes=N] COMMAND ARGUMENT...
#
# Programs started by COMMAND can switch a node off and on:
#
#   tools/cluster/test_slurm.sh --kill=node2    kills all its processes: others see their connections end
#   tools/cluster/test_slurm.sh --stop=node2    cuts its network first: others see nothing, as in a power failure
#   tools/cluster/test_slurm.sh --start=node2   boots it again
#
# Each node has its own namespaces for its host name, network, processes, /dev/shm and local files;
# folders are shared. The cluster is in such namespaces too, so that it leaves nothing behind: it
# does not touch a Slurm of the machine itself, and COMMAND sees no other network.
#
# Needs root, Linux, and Debian's slurm-wlm, munge, iproute2 and openmpi-bin. The folder TEST_SLURM
# holds logs and settings.
set -eu
network=10.254.0

fail() {
  echo "test_slurm.sh: $1" >&2
  exit 1
}

# Waits until a command succeeds, 30 seconds at most.
wait_for() {
  for _ in $(seq 300); do
    ! "$@" > /dev/null 2>&1 || return 0
    sleep 0.1
  done
  return 1
}

# The first process of a node: when it is killed, the kernel kills all others of the node.
be_node() {
  hostname "$1"
  wait_for ip link show eth0
  ip address add "$network.${1#node}/24" dev eth0
  ip link set eth0 up
  ip link set lo up
  mount -t tmpfs none /dev/shm
  mount -t tmpfs none "$TEST_SLURM/local"
  slurmd -D
}

has_own_network() { [ "$(readlink "/proc/$1/ns/net")" != "$(readlink /proc/self/ns/net)" ]; }

start() {
  unshare --net --uts --pid --mount --fork --kill-child --mount-proc "$0" --be="$1" \
    < /dev/null > "$TEST_SLURM/$1.out" 2>&1 &
  echo $! > "$TEST_SLURM/$1.process"
  wait_for has_own_network $! || fail "$1 does not start"
  # The link of a killed node is removed a little later. Others remember the address of its card.
  address=$(printf '02:00:00:00:00:%02x' "${1#node}")
  wait_for ip link add "$1" type veth peer name eth0 address "$address" netns $! || fail "$1 has no network"
  ip link set "$1" master bridge up
}

kill_node() { kill -KILL "$(cat "$TEST_SLURM/$1.process")"; }

begin_munge() {
  # It requires a key that only root can read, in a folder that only root can write to.
  mkdir "$TEST_SLURM/munge"
  dd if=/dev/urandom of="$TEST_SLURM/munge/key" bs=1024 count=1 2> /dev/null
  chmod 400 "$TEST_SLURM/munge/key"
  munged --foreground --force --num-threads=1 --key-file="$TEST_SLURM/munge/key" --socket="$TEST_SLURM/munge/socket" \
    --pid-file="$TEST_SLURM/munge/pid" --log-file="$TEST_SLURM/munge/log" --seed-file="$TEST_SLURM/munge/seed" \
    2> "$TEST_SLURM/munge/out" &
}

# By default a silent node is given up after 300 seconds (SlurmdTimeout), and a job that ran on it
# restarts 120 seconds later (cred_expire). Here both times are short.
write_settings() {
  {
    cat << END
ClusterName=test
SlurmctldHost=control($network.254)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$TEST_SLURM/munge/socket,cred_expire=5
CredType=cred/munge
SlurmctldPidFile=$TEST_SLURM/slurmctld.pid
SlurmctldLogFile=$TEST_SLURM/slurmctld.log
StateSaveLocation=$TEST_SLURM/state
SlurmdPidFile=$TEST_SLURM/%n.pid
SlurmdLogFile=$TEST_SLURM/%n.log
SlurmdSpoolDir=$TEST_SLURM/spool/%n
SlurmdTimeout=4
BatchStartTimeout=2
MessageTimeout=5
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1
JobCompType=jobcomp/filetxt
JobCompLoc=$TEST_SLURM/finished
KillWait=5
ReturnToService=2
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    for node in $(seq "$nodes"); do
      echo "NodeName=node$node NodeAddr=$network.$node CPUs=$(nproc) State=UNKNOWN"
    done
  } > "$SLURM_CONF"
}

all_idle() { [ "$(sinfo --noheader --Node --format=%t | grep -c '^idle$')" = "$nodes" ]; }

# The first process of the cluster.
be_cluster() {
  # Elsewhere, the end of this process would end all processes of the machine.
  [ $$ = 1 ] || fail "--be is for this script itself"
  nodes=$1
  shift
  TEST_SLURM=$(mktemp -d /tmp/test-slurm.XXXXXX)
  # The end of this process ends all others in the cluster.
  trap 'kill -KILL -1 2> /dev/null || true; rm -rf "$TEST_SLURM"' EXIT
  trap 'exit 1' INT TERM
  chmod 755 "$TEST_SLURM"
  mkdir "$TEST_SLURM/state" "$TEST_SLURM/spool" "$TEST_SLURM/local"
  SLURM_CONF=$TEST_SLURM/slurm.conf
  # All nodes share the same processors: ranks must not be bound to the first of each.
  OMPI_MCA_hwloc_base_binding_policy=none
  OMPI_MCA_orte_tmpdir_base=$TEST_SLURM/local
  export TEST_SLURM SLURM_CONF OMPI_MCA_hwloc_base_binding_policy OMPI_MCA_orte_tmpdir_base
  hostname control
  ip link set lo up
  ip link add bridge type bridge
  ip address add "$network.254/24" dev bridge
  ip link set bridge up
  {
    echo "127.0.0.1 localhost"
    echo "$network.254 control"
    for node in $(seq "$nodes"); do echo "$network.$node node$node"; done
  } > "$TEST_SLURM/hosts"
  mount --bind "$TEST_SLURM/hosts" /etc/hosts
  write_settings
  begin_munge
  slurmctld -D -i > "$TEST_SLURM/slurmctld.out" 2>&1 &
  for node in $(seq "$nodes"); do start "node$node"; done
  if ! wait_for all_idle; then
    tail -n 20 "$TEST_SLURM"/*.log "$TEST_SLURM"/*.out "$TEST_SLURM/munge/out" >&2
    fail "Slurm does not start"
  fi
  code=0
  "$@" || code=$?
  # Prints a line for each job that has ended: how Slurm accounts for it.
  [ ! -f "$TEST_SLURM/finished" ] || cut -c 1-200 "$TEST_SLURM/finished"
  exit "$code"
}

nodes=1
case ${1:-} in
  --be=cluster) shift && be_cluster "$@" ;;
  --be=*) be_node "${1#--be=}" ;;
  --start=*) start "${1#--start=}" ;;
  --kill=*) kill_node "${1#--kill=}" ;;
  --stop=*) ip link delete "${1#--stop=}" && kill_node "${1#--stop=}" ;;
  *)
    case ${1:-} in --nodes=*) nodes=${1#--nodes=} && shift ;; esac
    [ $# -gt 0 ] || fail "a command is missing"
    exec unshare --net --uts --pid --mount --fork --kill-child --mount-proc "$0" --be=cluster "$nodes" "$@"
    ;;
esac
